import { useTranslations } from 'next-intl'
import type { SendError } from '@/lib/server/client'

export const photoTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** For `explain` of `useAction`. undefined: the customer cannot fix the fault. */
export function usePhotoFault() {
  const t = useTranslations('storefront.photo')
  return ({ code, status }: SendError) => {
    // A proxy in front of the server may also refuse the size, without a problem document.
    if (code === 'payload_too_large' || status === 413) return t('tooLarge')
    return code === 'unsupported_media_type' ? t('unsupported') : undefined
  }
}
