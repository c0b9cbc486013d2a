/**
 * The headers of every response. For pages, proxy.ts replaces the content security policy; responses of the interface
 * and files need no sources at all. Other sites may embed the client interface, scripts and pictures, but nothing else.
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

/** Static files and the client interface, which H5 pages load from other origins. */
export const assetHeaders = { ...securityHeaders, 'cross-origin-resource-policy': 'cross-origin' }
