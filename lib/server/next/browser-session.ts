/*
 * Functions for signing in and out in the browser, with the protocol of next-auth. The client of next-auth is not used:
 * it polls the session, and leaves the page if the server cannot be reached.
 */

/** The reason of a failed sign-in. `network`: no response, or a response from another server. */
export interface Refusal {
  code: string
  /** Seconds until the next attempt is allowed; undefined: the server has named no time. */
  retry_after: number | undefined
}

/** Signs in, which sets the cookie of the session. Returns the reason of a failure; undefined: success. */
export async function signIn(account: string, secret: string): Promise<Refusal | undefined> {
  const url = await post('callback/credentials', { account, secret })
  if (url === undefined) return { code: 'network', retry_after: undefined }
  const error = url.searchParams.get('error')
  if (error === null) return undefined
  const [code = '', seconds] = error.split(':')
  return { code, retry_after: seconds === undefined ? undefined : Number(seconds) }
}

/** Ends the session and deletes its cookie. Returns whether the request succeeded. */
export async function signOut(): Promise<boolean> {
  return (await post('signout', {})) !== undefined
}

/**
 * Posts to next-auth. Returns the URL of next-auth's redirect, which has an error in its query after a failed sign-in;
 * undefined: the request failed.
 */
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
