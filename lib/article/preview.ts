import { isSignature, signatureOf } from '@/lib/kit/signature'

const purpose = 'article_preview'

const previewSeconds = 60 * 60

/** The value of `?preview=`. Shows the article regardless of its status. */
export function previewOf(id: number): { token: string; expires_at: Date } {
  const expires = Math.floor(Date.now() / 1_000) + previewSeconds
  const token = `${expires}.${signatureOf(purpose, `${id}.${expires}`)}`
  return { token, expires_at: new Date(expires * 1_000) }
}

/** Made by {@link previewOf} for this article and not expired. */
export function isPreviewOf(id: number, token: string): boolean {
  const [, expires = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  return isSignature(purpose, `${id}.${expires}`, signature) && Number(expires) > Date.now() / 1_000
}
