//! The settings, read from the environment before anything else happens.

use std::env::{self, VarError};
use std::fmt;
use std::path::PathBuf;

use affordances::origin::Origin;

/// The settings.
#[derive(Debug)]
pub struct Config {
    /// `PORT`: where to listen; 0 picks a free one.
    pub port: u16,
    /// `PUBLIC_URL`: the origin that agents see.
    pub public_url: Option<Origin>,
    /// `ONBOARDING_DB`: the sessions' file; in memory without it.
    pub db: Option<PathBuf>,
    /// What is signed and opened with.
    pub keys: Keys,
}

/// The secrets of the app.
#[derive(Debug)]
pub struct Keys {
    /// `ONBOARDING_SECRET`: what signs session tokens.
    pub secret: Secret,
    /// `ONBOARDING_SECRET_PREVIOUS`: what has signed them before.
    pub previous: Vec<Secret>,
    /// `ADMIN_TOKEN`: what opens the operators' endpoints.
    pub admin_token: Secret,
    /// Nobody has chosen a secret: everybody knows the one that is used.
    pub is_default: bool,
}

/// Signs session tokens where nobody has chosen anything better.
const DEVELOPMENT_SECRET: &str = "a development default, known to everybody";
const ADMIN_TOKEN: &str = "demo-admin-token";

/// Settings of what this version does not do, and what they would have asked for.
const NOT_YET: [(&str, &str); 3] = [
    (
        "DATABASE_URL",
        "is not understood by this version: it keeps sessions in SQLite, so unset it and name a file \
         with ONBOARDING_DB",
    ),
    (
        "STUCK_WEBHOOK",
        "is not understood by this version: it notifies nobody, so unset it and look for \
         `agent.stuck` in the operators' list of sessions",
    ),
    (
        "STUCK_WEBHOOK_SECRET",
        "is not understood by this version: it notifies nobody, so unset it",
    ),
];

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
        for (name, why) in NOT_YET {
            if get(name)?.is_some() {
                return Err(BadSetting(name, why));
            }
        }
        let port = match get("PORT")? {
            None => 4319,
            Some(port) => port
                .parse()
                .map_err(|_| BadSetting("PORT", "must be a number from 0 to 65535"))?,
        };
        let public_url = get("PUBLIC_URL")?.map(|url| origin(&url)).transpose()?;
        let db = match get("ONBOARDING_DB")? {
            Some(file) if file.is_empty() => {
                return Err(BadSetting("ONBOARDING_DB", "must name a file, or be unset"));
            }
            file => file.map(PathBuf::from),
        };
        let secret = get("ONBOARDING_SECRET")?;
        let is_default = secret.is_none();
        let secret = secret.unwrap_or_else(|| DEVELOPMENT_SECRET.to_owned());
        let previous = get("ONBOARDING_SECRET_PREVIOUS")?.unwrap_or_default();
        let previous = previous.split(',').filter(|secret| !secret.is_empty());
        let admin_token = get("ADMIN_TOKEN")?.unwrap_or_else(|| ADMIN_TOKEN.to_owned());
        if admin_token.len() < 16 {
            return Err(BadSetting("ADMIN_TOKEN", "must have at least 16 bytes"));
        }
        Ok(Self {
            port,
            public_url,
            db,
            keys: Keys {
                secret: Secret::signing("ONBOARDING_SECRET", &secret)?,
                previous: previous
                    .map(|secret| Secret::signing("ONBOARDING_SECRET_PREVIOUS", secret))
                    .collect::<Result<_, _>>()?,
                admin_token: Secret(admin_token),
                is_default,
            },
        })
    }
}

fn origin(url: &str) -> Result<Origin, BadSetting> {
    // A browser's address bar shows the slash; an origin has none.
    let origin = url.strip_suffix('/').unwrap_or(url);
    let web = |origin: &Origin| ["http", "https"].contains(&origin.scheme());
    Origin::parse(origin).ok().filter(web).ok_or(BadSetting(
        "PUBLIC_URL",
        "must be an origin such as https://acme.example, without a path",
    ))
}

/// A text that never reaches a log.
pub struct Secret(String);

impl Secret {
    /// For those who sign.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    fn signing(name: &'static str, secret: &str) -> Result<Self, BadSetting> {
        if secret.len() < 32 {
            return Err(BadSetting(
                name,
                "must have at least 32 bytes: make one with `openssl rand -base64 32`",
            ));
        }
        Ok(Self(secret.to_owned()))
    }
}

impl std::ops::Deref for Secret {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// A variable that cannot be used. Its value stays out of the message: some are
/// secrets.
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
        assert_eq!(config.port, 4319);
        assert!(config.keys.is_default && config.keys.previous.is_empty());
        assert_eq!(&*config.keys.admin_token, "demo-admin-token");
        assert!(config.public_url.is_none() && config.db.is_none());
    }

    #[test]
    fn secrets_of_earlier_times_are_separated_by_commas() {
        let both = format!("{},{}", "a".repeat(32), "b".repeat(40));
        let config = read("ONBOARDING_SECRET_PREVIOUS", &both).unwrap();
        assert_eq!(config.keys.previous.len(), 2);
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        for (name, value) in [
            ("PORT", "70000"),
            ("PUBLIC_URL", "acme.example"),
            ("PUBLIC_URL", "https://acme.example/app"),
            ("ONBOARDING_DB", ""),
            ("ONBOARDING_SECRET", "short-and-secret"),
            ("ONBOARDING_SECRET", ""),
            ("ONBOARDING_SECRET_PREVIOUS", "short-and-secret"),
            ("ADMIN_TOKEN", "short-secret"),
            ("DATABASE_URL", "postgres://user:short-and-secret@host/db"),
            ("STUCK_WEBHOOK", "https://acme.example/hook"),
            ("STUCK_WEBHOOK_SECRET", "whsec_x"),
        ] {
            let message = read(name, value).unwrap_err().to_string();
            assert!(message.starts_with(name), "{message}");
            assert!(!message.contains("short-"), "{message}");
        }
    }
}
