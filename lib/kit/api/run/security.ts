/**
 * The headers of every response. For pages, proxy.ts replaces the content security policy; responses of the API and
 * files need no sources at all. Other sites may not embed responses with these headers; they may embed responses with
 * `assetHeaders`.
 */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** The headers of static files and the client interface, which web pages of other origins load. */
export const assetHeaders = { ...securityHeaders, 'cross-origin-resource-policy': 'cross-origin' }
