/* Not by next-auth's client: it polls the session, and leaves the page if the server cannot be reached. */

/** `network`: no response, or one of another server. */
export interface Refusal {
  code: string
  /** Until the next attempt; undefined: not named. */
  retry_after: number | undefined
}

/** Sets the cookie of the session. undefined: success. */
export async function signIn(account: string, secret: string): Promise<Refusal | undefined> {
  const url = await post('callback/credentials', { account, secret })
  if (url === undefined) return { code: 'network', retry_after: undefined }
  const error = url.searchParams.get('error')
  if (error === null) return undefined
  const [code = '', seconds] = error.split(':')
  return { code, retry_after: seconds === undefined ? undefined : Number(seconds) }
}

/** Returns whether the request succeeded. */
export async function signOut(): Promise<boolean> {
  return (await post('signout', {})) !== undefined
}

/** Returns the URL of the redirect, with an error in its query after a failed sign-in; undefined: failed. */
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
