import { useTranslations } from 'next-intl'
import type { AfterSaleAction } from '@/db/enums'

/** The names of actions in the log of a case. `corrected`: a later `return`, which corrects the parcel of the case. */
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
