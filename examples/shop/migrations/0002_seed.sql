-- As a migration the seed is written once, so a restart keeps what was sold.

insert into product (position, slug, name, description, price_cents) values
    (1,  'heavyweight-tee',   'Heavyweight Tee',   'A boxy T-shirt of thick cotton that keeps its shape.',           3200),
    (2,  'canvas-tote',       'Canvas Tote',       'Carries a week of groceries, folds into a coat pocket.',         1800),
    (3,  'enamel-mug',        'Enamel Mug',        'Unbreakable, and at home on a camp fire as in the kitchen.',     1400),
    (4,  'linen-apron',       'Linen Apron',       'Washed linen with two pockets and crossed straps.',              4200),
    (5,  'wool-beanie',       'Wool Beanie',       'Knitted from undyed merino wool.',                               2600),
    (6,  'cork-coasters',     'Cork Coasters',     'Four coasters that stay put under a cold glass.',                1200),
    (7,  'brass-bookmark',    'Brass Bookmark',    'Thin, heavy, and better looking every year.',                     900),
    (8,  'dot-grid-notebook', 'Dot Grid Notebook', 'Lies flat and takes a fountain pen without bleeding.',           1600),
    (9,  'cafe-candle',       'Café Candle',       'Smells of roasted coffee for forty hours.',                      2200),
    (10, 'leather-key-fob',   'Leather Key Fob',   'An offcut of saddle leather with a second life.',                1100);

insert into product_tag (product, tag) values
    ('heavyweight-tee', 'clothing'), ('heavyweight-tee', 'cotton'),
    ('canvas-tote', 'bags'),
    ('enamel-mug', 'kitchen'),
    ('linen-apron', 'clothing'), ('linen-apron', 'kitchen'),
    ('wool-beanie', 'clothing'), ('wool-beanie', 'wool'),
    ('cork-coasters', 'kitchen'),
    ('brass-bookmark', 'stationery'),
    ('dot-grid-notebook', 'stationery'),
    ('cafe-candle', 'home'),
    ('leather-key-fob', 'leather');

insert into variant (sku, product, stock) values
    ('TEE-BLK-M', 'heavyweight-tee', 12), ('TEE-BLK-L', 'heavyweight-tee', 0),
    ('TOTE-NAT', 'canvas-tote', 3),
    ('MUG-WHT', 'enamel-mug', 0),
    ('APRON-GRY', 'linen-apron', 6),
    ('BEANIE-OAT', 'wool-beanie', 15),
    ('COASTER-4', 'cork-coasters', 20),
    ('BOOKMARK-BRS', 'brass-bookmark', 40),
    ('NOTE-DOT-A5', 'dot-grid-notebook', 25),
    ('CANDLE-CAFE', 'cafe-candle', 8),
    ('FOB-TAN', 'leather-key-fob', 10);

insert into coupon (code, percent) values ('WELCOME10', 10);

insert into gift_card (number, pin, balance_cents) values ('4000123412341234', '1234', 1000);
