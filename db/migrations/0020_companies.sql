-- Company to domain: the operator's own table of companies, and a cache of logos.

-- One row per name and domain. `key` is the normalized name, as the engine compares it.
create table companies (
  key text not null,
  domain text not null,
  -- ISO 3166-1 code
  country text,
  -- the name as in the file
  name text not null,
  imported_at timestamptz not null,
  primary key (key, domain)
);

-- Verified images, by the domain they belong to.
create table company_logos (
  domain text primary key,
  url text not null,
  type text not null,
  bytes bytea not null check (octet_length(bytes) <= 200000),
  fetched_at timestamptz not null
);
create index company_logos_age on company_logos (fetched_at);
