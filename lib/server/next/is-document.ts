import { headers } from 'next/headers'

/**
 * Whether a browser requests the page as a document. false for a navigation within the site: Next's router accepts any
 * type.
 */
export async function isDocument(): Promise<boolean> {
  return (await headers()).get('accept')?.includes('text/html') ?? false
}
