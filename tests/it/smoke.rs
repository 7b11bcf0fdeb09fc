use crate::support::*;
use serde_json::json;

#[tokio::test]
async fn smoke() {
    let shop = Shop::with_stock(5);
    let client = start(&shop).await;
    let graph = client.person("ada").graph("/products/tee").await;
    println!("{}", serde_json::to_string_pretty(&graph).unwrap());
    let delta = client
        .person("ada")
        .call("/products/tee", "addToCart", json!({"sku":"TEE"}))
        .await
        .done();
    println!("{}", serde_json::to_string_pretty(&delta).unwrap());
}
