-- Money is in cents. The checks are the last line of defence: the statements
-- in src/store/ state the same conditions, so that a refusal has a reason.

create table product (
    position    integer primary key,
    slug        text    not null unique check (slug not glob '*[^a-z0-9-]*'), -- goes into URLs as it is
    name        text    not null,
    description text    not null,
    price_cents integer not null check (price_cents >= 0)
) strict;

create table product_tag (
    product text not null references product (slug),
    tag     text not null,
    primary key (product, tag)
) strict;

create table variant (
    sku     text    primary key not null,
    product text    not null references product (slug),
    stock   integer not null check (stock >= 0)
) strict;

-- Reserved pieces have left the stock already; the others are only wished for.
create table cart_line (
    caller   text    not null,
    sku      text    not null references variant (sku),
    quantity integer not null check (quantity > 0),
    reserved integer not null default 0 check (reserved between 0 and quantity),
    primary key (caller, sku)
) strict;

create table coupon (
    code    text    primary key not null,
    percent integer not null check (percent between 1 and 100)
) strict;

create table gift_card (
    number        text    primary key not null,
    pin           text    not null,
    balance_cents integer not null check (balance_cents >= 0)
) strict;

-- One row a cart, so there is at most one discount of each kind.
create table cart_discount (
    caller    text primary key not null,
    coupon    text references coupon (code),
    gift_card text references gift_card (number)
) strict;

-- The id is random: an order's URL tells neither its owner nor how many there are.
create table orders (
    seq         integer primary key,
    id          text    not null unique default (lower(hex(randomblob(8)))),
    caller      text    not null,
    status      text    not null default 'placed' check (status in ('placed', 'cancelled')),
    total_cents integer not null check (total_cents >= 0),
    gift_card   text    references gift_card (number),
    gift_cents  integer not null check (gift_cents >= 0),
    note        text,
    placed_at   text    not null default current_timestamp
) strict;

create index orders_by_caller on orders (caller, seq);

-- Name and price are copied: an order does not change when the catalogue does.
create table order_line (
    seq         integer not null references orders (seq),
    sku         text    not null references variant (sku),
    name        text    not null,
    quantity    integer not null check (quantity > 0),
    price_cents integer not null check (price_cents >= 0),
    primary key (seq, sku)
) strict;
