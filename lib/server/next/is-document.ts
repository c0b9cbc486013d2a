import { headers } from 'next/headers'

/** Whether a browser requests the page as a document. Requests of Next's router for a payload accept any type. */
export async function isDocument(): Promise<boolean> {
  return (await headers()).get('accept')?.includes('text/html') ?? false
}
