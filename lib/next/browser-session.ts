/*
 * Signing in and out from the browser, in next-auth's own protocol. Its client is not used: that one asks for the
 * session again and again, and leaves the page when the server cannot be reached.
 */

/** Why nobody was signed in. `network`: no answer, or one that is not this server's. */
export interface Refusal {
  code: string
  /** Seconds until it may be tried again, where the server names them. */
  retry_after: number | undefined
}

/** Undefined where it worked: the cookie is set, and a page that is asked for anew is shown. */
export async function signIn(account: string, secret: string): Promise<Refusal | undefined> {
  const url = await post('callback/credentials', { account, secret })
  if (url === undefined) return { code: 'network', retry_after: undefined }
  const error = url.searchParams.get('error')
  if (error === null) return undefined
  const [code = '', seconds] = error.split(':')
  return { code, retry_after: seconds === undefined ? undefined : Number(seconds) }
}

/** Ends the session and forgets its cookie; false where the server could not be reached. */
export async function signOut(): Promise<boolean> {
  return (await post('signout', {})) !== undefined
}

/** The address that next-auth would have led to: it carries what went wrong. */
async function post(action: string, fields: Record<string, string>): Promise<URL | undefined> {
  try {
    const { csrfToken }: { csrfToken: string } = await (await fetch('/api/auth/csrf')).json()
    const response = await fetch(`/api/auth/${action}`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, csrfToken }),
    })
    const { url }: { url: string } = await response.json()
    return new URL(url)
  } catch {
    return undefined
  }
}
