//! The settings, read from the environment before anything else happens.

use std::env::{self, VarError};
use std::fmt;
use std::path::PathBuf;

use affordances::Rate;

use affordances::origin::Origin;

/// The settings.
#[derive(Debug)]
pub struct Config {
    /// `PORT`: where to listen; 0 picks a free one.
    pub port: u16,
    /// `PUBLIC_URL`: the origin that people and agents see.
    pub public_url: Option<Origin>,
    /// `SHOP_DB`: the database's file; in memory without it.
    pub db: Option<PathBuf>,
    /// `SHOP_SECRET`: what signs the sessions.
    pub secret: Option<Secret>,
    /// `SHOP_RATE`: calls a minute per caller and action; no limit without it.
    pub rate: Option<Rate>,
}

impl Config {
    /// Reads the environment.
    ///
    /// # Errors
    ///
    /// [`BadSetting`] names the first variable that cannot be used.
    pub fn from_env() -> Result<Self, BadSetting> {
        Self::read(env::var)
    }

    fn read(var: impl Fn(&'static str) -> Result<String, VarError>) -> Result<Self, BadSetting> {
        let get = |name| match var(name) {
            Ok(value) => Ok(Some(value)),
            Err(VarError::NotPresent) => Ok(None),
            Err(VarError::NotUnicode(_)) => Err(BadSetting(name, "must be UTF-8")),
        };
        let mut config = Self {
            port: 3000,
            public_url: None,
            db: None,
            secret: None,
            rate: Some(a_minute(30)),
        };
        if let Some(port) = get("PORT")? {
            config.port = port
                .parse()
                .map_err(|_| BadSetting("PORT", "must be a number from 0 to 65535"))?;
        }
        if let Some(url) = get("PUBLIC_URL")? {
            // A browser's address bar shows the slash; an origin has none.
            let origin = url.strip_suffix('/').unwrap_or(&url);
            let web = |origin: &Origin| ["http", "https"].contains(&origin.scheme());
            config.public_url = Origin::parse(origin).ok().filter(web);
            if config.public_url.is_none() {
                return Err(BadSetting(
                    "PUBLIC_URL",
                    "must be an origin such as https://shop.example, without a path",
                ));
            }
        }
        if let Some(file) = get("SHOP_DB")? {
            if file.is_empty() {
                return Err(BadSetting("SHOP_DB", "must name a file, or be unset"));
            }
            config.db = Some(file.into());
        }
        if let Some(secret) = get("SHOP_SECRET")? {
            if secret.len() < Secret::LEAST {
                return Err(BadSetting("SHOP_SECRET", "must have at least 32 bytes"));
            }
            config.secret = Some(Secret(secret.into()));
        }
        if let Some(rate) = get("SHOP_RATE")? {
            let calls = rate
                .parse()
                .map_err(|_| BadSetting("SHOP_RATE", "must be calls a minute; 0 is no limit"))?;
            config.rate = (calls != 0).then(|| a_minute(calls));
        }
        Ok(config)
    }
}

fn a_minute(calls: u32) -> Rate {
    Rate::new(calls, 60)
}

/// Bytes that never reach a log.
pub struct Secret(Vec<u8>);

impl Secret {
    const LEAST: usize = 32;

    /// A new one, which nobody knows and a restart forgets.
    ///
    /// # Errors
    ///
    /// When the system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = vec![0; Self::LEAST];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// For those who sign.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// A variable that cannot be used. Its value stays out of the message: one of
/// them is a secret.
#[derive(Debug, PartialEq, Eq)]
pub struct BadSetting(&'static str, &'static str);

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

impl std::error::Error for BadSetting {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &'static str, value: &str) -> Result<Config, BadSetting> {
        Config::read(|asked| match asked == name {
            true => Ok(value.to_owned()),
            false => Err(VarError::NotPresent),
        })
    }

    #[test]
    fn nothing_needs_to_be_set() {
        let config = read("", "").unwrap();
        assert_eq!(config.port, 3000);
        assert_eq!(config.rate, Some(a_minute(30)));
        assert!(config.public_url.is_none() && config.db.is_none() && config.secret.is_none());
    }

    #[test]
    fn a_rate_of_zero_is_no_limit() {
        assert_eq!(read("SHOP_RATE", "0").unwrap().rate, None);
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        for (name, value) in [
            ("PORT", "70000"),
            ("PORT", ""),
            ("PUBLIC_URL", "shop.example"),
            ("PUBLIC_URL", "https://shop.example/app"),
            ("SHOP_DB", ""),
            ("SHOP_SECRET", "short-and-secret"),
            ("SHOP_RATE", "-1"),
        ] {
            let message = read(name, value).unwrap_err().to_string();
            assert!(message.starts_with(name), "{message}");
            assert!(!message.contains("short-and-secret"), "{message}");
        }
        assert!(read("SHOP_SECRET", &"x".repeat(32)).is_ok());
    }
}
