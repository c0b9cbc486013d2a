import { headers } from 'next/headers'

/** Whether a browser requests the page as a document. The router of the framework, which asks for its payload, accepts anything. */
export async function isDocument(): Promise<boolean> {
  return (await headers()).get('accept')?.includes('text/html') ?? false
}
