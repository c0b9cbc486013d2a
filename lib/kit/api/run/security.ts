/**
 * The policy allows no sources, which suits the API and files; proxy.ts replaces the policy for pages. Other sites can
 * load a response, such as a picture, only with `assetHeaders`.
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

/** For static files and the client interface, which pages of other origins may load. */
export const assetHeaders = { ...securityHeaders, 'cross-origin-resource-policy': 'cross-origin' }
