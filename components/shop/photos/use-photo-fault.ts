import { useTranslations } from 'next-intl'
import type { SendError } from '@/lib/server/client'

/** The types of pictures that customers can send, for `accept` of an input. */
export const photoTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/**
 * Returns a function that explains why the server refused a picture, for `explain` of `useAction`. The function returns
 * undefined if the customer cannot fix the fault.
 */
export function usePhotoFault() {
  const t = useTranslations('storefront.photo')
  return ({ code, status }: SendError) => {
    // A proxy in front of the server may also refuse the size, without a problem document.
    if (code === 'payload_too_large' || status === 413) return t('tooLarge')
    return code === 'unsupported_media_type' ? t('unsupported') : undefined
  }
}
