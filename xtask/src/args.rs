//! The command line → a [`Command`].

use std::path::PathBuf;

use compile_cost::frameworks;
use compile_cost::measure::Measure;
use lexopt::Arg::{Long, Value};
use lexopt::{Parser, ValueExt as _};

use crate::compile::{Ask, Task};
use crate::{kill, scale};

type Error = Box<dyn std::error::Error>;

/// What is to be done.
pub(crate) enum Command {
    Help,
    Compile(Ask),
    /// So many times.
    Kill(u32),
    /// Up to so many sessions.
    Scale(u32),
}

/// The one argument of a command, where it has one.
fn number(parser: &mut Parser, otherwise: u32) -> Result<u32, Error> {
    let number = match parser.next()? {
        None => return Ok(otherwise),
        Some(Value(number)) => number.parse()?,
        Some(other) => return Err(other.unexpected().into()),
    };
    match parser.next()? {
        None => Ok(number),
        Some(other) => Err(other.unexpected().into()),
    }
}

/// Reads the process's arguments.
pub(crate) fn command() -> Result<Command, Error> {
    let mut parser = Parser::from_env();
    let task = match parser.next()? {
        None | Some(Long("help")) => return Ok(Command::Help),
        Some(Value(name)) => match &*name.string()? {
            "help" => return Ok(Command::Help),
            "compile-cost" => Task::Cost { enforce: false },
            "compile-guard" => Task::Guard,
            "cold" => Task::Cold,
            "kill" => return Ok(Command::Kill(number(&mut parser, kill::KILLS)?)),
            "scale" => return Ok(Command::Scale(number(&mut parser, scale::SESSIONS)?)),
            other => return Err(format!("`{other}` is no command: see `cargo xtask help`").into()),
        },
        Some(other) => return Err(other.unexpected().into()),
    };
    let mut ask = Ask::new(task);
    while let Some(argument) = parser.next()? {
        match (argument, &mut ask.task) {
            (Long("help"), _) => return Ok(Command::Help),
            (Long("actions"), Task::Cost { .. }) => {
                ask.plan.sizes = list(&mut parser, |n| match n.parse::<usize>() {
                    Ok(n) if n > 0 => Ok(n),
                    _ => Err(format!("`{n}` is no number of actions").into()),
                })?
                .into_iter()
                .collect();
            }
            (Long("measures"), Task::Cost { .. }) => {
                let measures = list(&mut parser, |name| Ok(Measure::named(name)?))?;
                ask.plan.measures = measures.into_iter().collect();
            }
            (Long("frameworks"), Task::Cost { .. } | Task::Cold) => {
                ask.plan.frameworks = list(&mut parser, |name| Ok(frameworks::named(name)?))?;
            }
            (Long("runs"), Task::Cost { .. }) => {
                ask.plan.runs = parser.value()?.parse()?;
                if ask.plan.runs == 0 {
                    return Err("`--runs` must be 1 or more".into());
                }
            }
            (Long("enforce"), Task::Cost { enforce }) => *enforce = true,
            (Long("update"), task @ Task::Cost { .. }) => *task = Task::Update,
            (Long("out"), Task::Cost { .. } | Task::Cold) => {
                ask.out = Some(PathBuf::from(parser.value()?));
            }
            (Long("target-dir"), Task::Guard) => {
                ask.target = Some(std::path::absolute(PathBuf::from(parser.value()?))?);
            }
            (other, _) => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Compile(ask))
}

/// A value that is a list, `a,b,c`.
fn list<T>(parser: &mut Parser, read: impl Fn(&str) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    parser
        .value()?
        .string()?
        .split(',')
        .map(|item| read(item.trim()))
        .collect()
}
