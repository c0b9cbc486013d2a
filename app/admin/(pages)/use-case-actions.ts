import { useTranslations } from 'next-intl'
import type { AfterSaleAction } from '@/db/enums'

/** What the log of an after-sale case tells, in words. */
export function useCaseActions(): Record<AfterSaleAction, string> {
  const t = useTranslations('after_sale.log')
  return {
    request: t('request'),
    approve: t('approve'),
    approve_return: t('approve_return'),
    reject: t('reject'),
    withdraw: t('withdraw'),
    return: t('return'),
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
