//! The same flow by hand, as a careful author writes it for this one case: the
//! same tokens, order of checks, events and pairs of commits, and the author's
//! code in a task of its own.

mod memory;
mod sqlite;

pub(crate) use memory::Memory;
pub(crate) use sqlite::Sqlite;

use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use uuid::Uuid;

use crate::{ACCESS, Made, Named, SECRET, make};

/// How long a claim holds.
const LEASE: u64 = 60_000;

fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(now.as_millis()).unwrap()
}

/// Whether the access token is the one that is known.
fn is_known(token: &str) -> bool {
    let digest = |token: &str| -> [u8; 32] { Sha256::digest(token).into() };
    digest(token).ct_eq(&digest(ACCESS)).into()
}

struct Tokens(Hmac<Sha256>);

impl Tokens {
    fn new() -> Self {
        Self(Hmac::new_from_slice(SECRET.as_bytes()).unwrap())
    }

    fn sign(&self, id: Uuid, exp: u64) -> String {
        let mut token = BASE64URL.encode(format!(r#"{{"sid":"{id}","exp":{exp}}}"#));
        let mut mac = self.0.clone();
        mac.update(token.as_bytes());
        token.push('.');
        token.push_str(&BASE64URL.encode(mac.finalize().into_bytes()));
        token
    }

    fn verify(&self, token: &str) -> Option<Uuid> {
        let (payload, signature) = token.split_once('.')?;
        let mut mac = self.0.clone();
        mac.update(payload.as_bytes());
        mac.verify_slice(&BASE64URL.decode(signature).ok()?).ok()?;
        let payload: Value = serde_json::from_slice(&BASE64URL.decode(payload).ok()?).ok()?;
        let expired = payload["exp"].as_u64()? <= now() / 1000;
        if expired {
            return None;
        }
        payload["sid"].as_str()?.parse().ok()
    }
}

/// The body, read and checked.
fn read(body: &[u8]) -> Option<Named> {
    let named: Named = serde_json::from_slice(body).ok()?;
    (1..=100)
        .contains(&named.name.chars().count())
        .then_some(named)
}

/// Runs the author's code so that neither a panic nor a client that goes away
/// takes it along.
async fn run(named: Named) -> Made {
    tokio::spawn(make(named)).await.unwrap()
}

/// A session that was created, and the answer that says so.
#[allow(
    dead_code,
    reason = "over HTTP, the client reads the token in the answer"
)]
pub(crate) struct Created {
    pub(crate) token: String,
    pub(crate) answer: Vec<u8>,
}

impl Created {
    fn new(id: Uuid, token: String) -> Self {
        let body = json!({
            "sessionId": id.to_string(), "sessionToken": token, "next": "create_org",
            "progress": { "completed": 0, "total": 3 }, "principal": { "subject": "user_demo" },
        });
        let answer = serde_json::to_vec(&body).unwrap();
        Self { token, answer }
    }
}

fn completed(step: usize, output: &Made) -> Vec<u8> {
    let next = crate::STEPS.get(step + 1).map(|(id, _)| *id);
    let body = json!({
        "ok": true, "step": crate::STEPS[step].0, "status": "completed", "output": output,
        "artifact": null, "progress": { "completed": step + 1, "total": 3 }, "next": next,
    });
    serde_json::to_vec(&body).unwrap()
}
