import { useTranslations } from 'next-intl'
import type { AfterSaleAction } from '@/db/enums'

/** `corrected`: a later `return`, with which the customer corrects the parcel. */
export function useCaseActions(): Record<AfterSaleAction | 'corrected', string> {
  const t = useTranslations('after_sale.log')
  return {
    request: t('request'),
    approve: t('approve'),
    approve_return: t('approve_return'),
    reject: t('reject'),
    withdraw: t('withdraw'),
    return: t('return'),
    corrected: t('corrected'),
    lapse: t('lapse'),
    receive: t('receive'),
    refuse: t('refuse'),
    dispute: t('dispute'),
    grant: t('grant'),
    deny: t('deny'),
    finish: t('finish'),
    fail: t('fail'),
  }
}
