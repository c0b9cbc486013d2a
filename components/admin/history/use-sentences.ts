'use client'

import { useFormatter, useLocale, useMessages, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { usePermissionNames } from '@/components/admin/permission-names'
import { faultTextIn, problemTextIn, spreadsheetFaultTextIn } from '@/lib/kit/i18n/fault-text'
import { sentencesIn } from '@/lib/oper_log/sentences'

export function useSentences() {
  const t = useTranslations('history')
  const tRefusal = useTranslations('refusal')
  const format = useFormatter()
  const locale = useLocale()
  const names = usePermissionNames()
  const { dictionaries } = useAdmin()
  const { history, refusal, setting } = useMessages()
  return useMemo(
    () =>
      sentencesIn(t, {
        locale,
        messages: { history, setting },
        format,
        names,
        dictionaries,
        faultText: faultTextIn(tRefusal, format, refusal),
        spreadsheetFaultText: spreadsheetFaultTextIn(tRefusal, refusal),
        problemText: problemTextIn(tRefusal, refusal),
      }),
    [t, tRefusal, format, locale, names, dictionaries, history, refusal, setting],
  )
}
