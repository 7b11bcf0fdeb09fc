//! The chores of this workspace: `cargo xtask help`.

mod args;
mod compile;
mod kill;
mod scale;

use std::process::ExitCode;

const HELP: &str = "\
The chores of this workspace.

cargo xtask compile-cost [--actions 10,100,500] [--frameworks axum,..] [--measures check,..]
                         [--runs 5] [--out FILE] [--enforce]
    What the compiler spends on an annotated handler, beside plain axum and
    other frameworks, as Markdown. The whole of it takes hours: name less.
    frameworks: axum, axum+schemars, affordances, utoipa, poem-openapi, dropshot, aide, rmcp
    measures:   check, dev, incremental, release, size
    --enforce   fails when a goal is missed

cargo xtask compile-cost --update
    Takes the newest versions of all dependencies into the suite's lock file.

cargo xtask compile-guard [--target-dir DIR]
    The check that CI makes: `cargo check` of 100 actions, against axum+schemars.

cargo xtask kill [N]
    Kills the onboarding server N times (300) at random moments under load, and
    looks whether anything acknowledged is lost. CI does it ten times.

cargo xtask scale [N]
    Stores N sessions (1000000) and fails where a step then takes more than 1.3
    times as long as with ten thousand. CI stores ten thousand, without a clock.

cargo xtask cold [--frameworks axum,..] [--out FILE]
    Packages of the default tree, and what it costs to build it from nothing.
";

fn main() -> ExitCode {
    let result = args::command().and_then(|command| match command {
        args::Command::Help => {
            print(HELP);
            Ok(true)
        }
        args::Command::Compile(ask) => compile::run(&ask),
        args::Command::Kill(kills) => kill::run(kills),
        args::Command::Scale(sessions) => scale::run(sessions),
    });
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            tell(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stdout, reason = "what this program is for")]
fn print(text: &str) {
    print!("{text}");
}

#[allow(clippy::print_stderr, reason = "what this program is for")]
fn tell(text: &str) {
    eprintln!("{text}");
}
