'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { useAction } from '@/components/ui/use-action'
import { recordPath } from '@/lib/server/admin/record-path'
import { type Answer, send } from '@/lib/server/client'

type Row = Pick<Answer<'GET /cms/promotion/{id}'>, 'id' | 'name' | 'state' | 'version'>

/** undefined: not possible, or not for this user. `change`: stops, and opens a copy whose terms can be changed. */
export function useCommands() {
  const t = useTranslations('promotion')
  const can = useCan()
  const act = useAction()
  const router = useRouter()
  const language = useLocale()
  const copy = async ({ id }: Row) => {
    const made = await send('POST /cms/promotion/{id}/duplicate', { params: { id }, query: { language } })
    router.push(recordPath('promotion', made.id))
    const names = made.left_out.map(({ name, spec_text }) => [name, spec_text].filter(Boolean).join(' '))
    return names.length === 0 ? '' : t('leftOut', { names: names.join(t('leftOutSeparator')) })
  }
  const setEnabled = ({ id }: Row, enabled: boolean, version: number) =>
    send('PUT /cms/promotion/{id}', { params: { id }, body: { enabled, version } })
  const failureOf = ({ name }: Row) => ({ failure: t('duplicateFailed', { name }) })
  return (row: Row) => {
    const { name, state, version } = row
    const isOn = state === 'running' || state === 'upcoming'
    const mayStop = isOn && can('promotion.update')
    const mayCopy = can('promotion.create')
    let stopped = version
    const stop = async () => {
      stopped = (await setEnabled(row, false, version)).version
    }
    return {
      stop: mayStop
        ? () =>
            act(stop, {
              success: t('stopDone', { name }),
              failure: t('stopFailed', { name }),
              undo: () => setEnabled(row, true, stopped),
            })
        : undefined,
      copy: mayCopy
        ? () => act(() => copy(row), { success: (left) => `${t('duplicated', { name })}${left}`, ...failureOf(row) })
        : undefined,
      change:
        mayStop && mayCopy
          ? () =>
              act(
                async () => {
                  await stop()
                  return copy(row)
                },
                { success: (left) => `${t('stoppedAndCopied', { name })}${left}`, ...failureOf(row) },
              )
          : undefined,
    }
  }
}
