/** In the sequence of display. Keys of `introduction` in docs.json. */
export const introductionSections = [
  'address',
  'authentication',
  'errors',
  'idempotency',
  'lists',
  'caching',
  'limits',
  'versions',
] as const

/** Each with the key of its explanation in docs.json. */
export const tokenForms = [
  ['Authorization: Bearer <token>', 'bearer'],
  ['Authorization: Basic base64(<token>:x)', 'basic'],
  ['token: <token>', 'header'],
] as const

/** Repeats texts of docs.json, which this module cannot read, as the build compiles messages. A test compares them. */
export const introductionMarkdown = (origin: string): string => `## Address and format

All paths are below \`${origin}\`. Requests and answers are JSON in UTF-8. Only GET, POST, PUT and DELETE are used, because mini-programs can send nothing else.

Money is an integer in fen: \`1999\` is ¥19.99. Times are ISO 8601 in UTC, optional values that are absent are \`null\`, and addresses of pictures are absolute.

A field that a body does not know is refused with 400, so that a misspelt one is never dropped in silence; an unknown query parameter is ignored under \`/v1\` and refused under \`/cms\` (400, code \`unknown_field\`). PUT changes the fields given and leaves the others; an array replaces the whole array.

The OpenAPI document of clients is at \`/docs/openapi.v1.json\`, of the admin at \`/docs/openapi.cms.json\`, of both at \`/docs/openapi.json\`; \`?lang=zh-CN\` answers it in Chinese. It names every body and answer for generators: \`npx openapi-typescript ${origin}/docs/openapi.v1.json -o shop.d.ts\` writes types for TypeScript.

## Authentication

POST /v1/token answers a token. Every request that is not public carries it in one of these forms:

- \`Authorization: Bearer <token>\`: the usual form
- \`Authorization: Basic base64(<token>:x)\`: the token as user name, with any password: for older request wrappers
- \`token: <token>\`: the token as it is: for older request wrappers

A missing, unknown, revoked or expired token is answered 401: sign in again then, and only then. 403 means that this caller may not do this; signing in again does not help.

By default a customer’s token ends 30 days after its last use and 180 days after sign-in, a staff token after 12 hours and 7 days.

Programs of the shop, such as an ERP, call \`/cms\` with an API key in place of a token: \`Authorization: Bearer msk_…\`. Staff make keys in the admin, under Team. By default a key may read 1,200 times and write 600 times a minute; \`RateLimit\` of each answer says how often it still may.

## Errors

A failure is answered as \`application/problem+json\` (RFC 9457). Decide by \`code\`, never by the English texts. \`invalid_params\` names each value that was refused, and \`request_id\` finds the request in the server’s log; it also comes as \`X-Request-Id\` with every answer.

All codes, and what to do about each

## Repeating a request safely

When a connection breaks, no one knows whether the order was placed. Send \`Idempotency-Key\` (8 to 64 letters, digits, \`-\` and \`_\`) with a POST, a new key for every new intention. Every POST that needs a token takes one; a POST that needs none answers \`Idempotency-Ignored: true\`. GET, PUT and DELETE may be repeated anyway: there a key has no effect. A malformed key is 400 everywhere.

The same key with the same body answers the first result, with \`Idempotent-Replayed: true\`, and does nothing. While the first request still runs, it waits, or is 409 \`in_progress\`: send it again after the seconds in \`Retry-After\`. The same key with another body is 422. A failed request leaves its key free. Keys are kept for 24 hours. An answer with a secret is not kept: then the same key is 409 \`already_exists\`, with the \`id\` of what was created.

## Lists

\`page\` counts from 1, \`size\` is 1 to 100 and 10 by default; beyond the end, \`items\` is empty. \`total\` is exact up to 1,000; where there are more it stays at 1,000 and \`total_capped\` is true. \`sort=price\` sorts upwards, \`sort=-price\` downwards.

Lists that grow for ever, such as orders, also answer \`next_cursor\`. Pass it as \`cursor\` instead of \`page\`: the thousandth page then costs what the first did. Such an answer has no total; on the last page \`next_cursor\` is \`null\`.

## Caching

A public GET carries an \`ETag\`. Send it back as \`If-None-Match\`, and what has not changed is answered 304 without a body. Shared caches may keep such an answer for 15 seconds. Everything else is \`private, no-store\`.

## Limits

Too many requests are answered 429, with the seconds to wait in \`Retry-After\`. By default these are 300 writes a minute for each user, 5 failed sign-ins in 10 minutes for each account and IP, and 100 registrations an hour for each IP. Sign-ins by mini-program code are limited for each IP as well. A JSON body may have 1 MiB, one of an endpoint that takes no token 64 KiB; its arrays and objects may be nested 64 levels deep.

## Versions

Within this version, answers may get further fields and lists further values, and requests further optional fields; nothing is taken away or renamed. Pass over what you do not know. A change that would break a client gets a path of its own beside \`/v1\`.

An operation that will end is marked as deprecated at least six months before. Its answers then have \`Deprecation\` and \`Sunset\`, the days on which it was deprecated and on which it ends.`
