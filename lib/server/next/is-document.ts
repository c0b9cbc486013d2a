import { headers } from 'next/headers'

/**
 * Whether a browser requests the page as an HTML document. false for a navigation within the site, for which Next's
 * router sends a request that accepts any media type.
 */
export async function isDocument(): Promise<boolean> {
  return (await headers()).get('accept')?.includes('text/html') ?? false
}
