import { headers } from 'next/headers'

/** false within the site, where Next's router accepts any media type. */
export async function isDocument(): Promise<boolean> {
  return (await headers()).get('accept')?.includes('text/html') ?? false
}
