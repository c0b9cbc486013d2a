/**
 * The default security headers of responses. The content security policy allows no sources at all, which suits
 * responses of the API and files; for pages, proxy.ts replaces the policy. Pages of other sites can load a response,
 * for example as a picture, only if it has `assetHeaders` instead.
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

/**
 * The security headers of static files and of responses of the client interface, which web pages of other origins may
 * load.
 */
export const assetHeaders = { ...securityHeaders, 'cross-origin-resource-policy': 'cross-origin' }
