'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Tag } from '@/components/admin/tag/tag'
import { ActionButton } from '@/components/ui/action-button'
import { useRefresh } from '@/components/ui/refresh'
import { useAction } from '@/components/ui/use-action'
import { type Answer, send } from '@/lib/server/client'

const AccountForm = dynamic(() => import('./form'))
const UnbindDialog = dynamic(() => import('./unbind-dialog'))

type Account = RowOf<'GET /cms/carrier_account'>

export function CarrierAccounts({ page }: { page: Page<Account> }) {
  const t = useTranslations('carrier_account')
  const can = useCan()
  const refresh = useRefreshing()
  const [unbinding, setUnbinding] = useState<Account>()
  const mayUnbind = can('carrier_account.delete')
  return (
    <>
      <ResourceTable
        name="carrier_account"
        rows={page}
        search={t('search')}
        nameOf={nameOf}
        filters={[
          {
            kind: 'choice',
            name: 'enabled',
            options: [
              { value: 'true', label: t('on') },
              { value: 'false', label: t('off') },
            ],
          },
          {
            kind: 'choice',
            name: 'quota_low',
            options: [
              { value: 'true', label: t('few') },
              { value: 'false', label: t('enough') },
            ],
          },
        ]}
        columns={[
          { key: 'name', kind: 'text', sort: true },
          { key: 'biz_id', kind: 'text', width: 170 },
          { key: 'problem', width: 210, card: 'line', render: (row) => <State {...row} /> },
          { key: 'quota', kind: 'number', width: 130, sort: true },
          { key: 'is_default', width: 110, render: ({ is_default }) => (is_default ? t('yes') : '–') },
          { key: 'city', label: t('senderCity'), width: 140, render: ({ city, district }) => city || district || '–' },
          { key: 'checked_at', kind: 'time', width: 150, sort: true },
        ]}
        actions={
          refresh && (
            <ActionButton variant="default" onAct={refresh}>
              {t('refresh')}
            </ActionButton>
          )
        }
        create={t('create')}
        form={AccountForm}
        read={(id) => send('GET /cms/carrier_account/{id}', { params: { id } })}
        rowActions={(row) =>
          mayUnbind && row.checked_at !== null
            ? [{ key: 'unbind', label: t('unbind'), danger: true, onSelect: () => setUnbinding(row) }]
            : []
        }
      />
      {unbinding && (
        <UnbindDialog record={unbinding} name={nameOf(unbinding)} onClose={() => setUnbinding(undefined)} />
      )}
    </>
  )
}

const nameOf = ({ name, biz_id }: Pick<Account, 'name' | 'biz_id'>) => `${name} ${biz_id}`

/** Refreshes once when the page opens, and shows the page again if something has changed. undefined: the user may not. */
function useRefreshing() {
  const t = useTranslations('carrier_account')
  const act = useAction()
  const show = useRefresh()
  const mayUpdate = useCan()('carrier_account.update')
  const refresh = async (success?: (counts: Counts) => string) => {
    let isChanged = false
    const ask = async () => {
      const counts = await send('POST /cms/carrier_account/refresh')
      isChanged = counts.added + counts.changed + counts.removed > 0
      return counts
    }
    await act(ask, {
      ...(success && { success }),
      failure: t('notRefreshed'),
      explain: ({ code }) => (code === 'provider_error' ? t('noAnswer') : undefined),
      isLocal: true,
    })
    // Not always: the page may still be hydrated when it opens.
    if (isChanged || success) show()
  }
  const opening = useRef(mayUpdate ? refresh : undefined)
  useEffect(() => {
    const open = opening.current
    opening.current = undefined
    void open?.()
  }, [])
  return mayUpdate ? () => refresh((counts) => t('refreshed', counts)) : undefined
}

type Counts = Answer<'POST /cms/carrier_account/refresh'>

const styles = {
  disabled: 'default',
  unbound: 'danger',
  refused: 'danger',
  no_quota: 'danger',
  no_sender: 'warning',
} as const

function State({ problem }: Pick<Account, 'problem'>) {
  const t = useTranslations('carrier_account')
  return problem ? <Tag style={styles[problem]}>{t(`is.${problem}`)}</Tag> : <Tag style="success">{t('usable')}</Tag>
}
