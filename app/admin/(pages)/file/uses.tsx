'use client'

import { Anchor, List, Skeleton, Stack, Text } from '@mantine/core'
import { useLocale, useMessages, useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import { usePermissionNames } from '@/components/admin/permission-names'
import { RecordDetails } from '@/components/admin/resource-form/record-details'
import type { AskProps } from '@/components/admin/resource-table/declaration'
import { useRead } from '@/components/ui/use-read'
import { textsIn } from '@/lib/kit/i18n/namespace'
import { textIn } from '@/lib/oper_log/labels'
import { listPath, recordPath } from '@/lib/server/admin/record-path'
import { type Answer, type SendError, send } from '@/lib/server/client'
import { MoreMessages } from '@/lib/server/next/more-messages'

type File = Pick<Answer<'GET /cms/file/{id}'>, 'id' | 'name' | 'uses_count'>
type Use = Answer<'GET /cms/file/{id}/uses'>['items'][number]

/** Files for which the dialog lists the uses. */
const mostListed = 5

export function UsesOf({ id }: { id: number }) {
  const t = useTranslations('file')
  return (
    <RecordDetails read={() => send('GET /cms/file/{id}/uses', { params: { id }, query: { size: 20 } })}>
      {({ items, total = items.length }) =>
        items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('notUsed')}
          </Text>
        ) : (
          <Uses uses={items} total={total} />
        )
      }
    </RecordDetails>
  )
}

export function InUse({ file: { id, uses_count } }: { file: File }) {
  const t = useTranslations('file')
  return (
    <Stack gap="xs">
      {t('inUse', { total: uses_count })}
      <UsesOf id={id} />
    </Stack>
  )
}

/** Files in use are not deleted. If all are in use, the deletion cannot be confirmed. */
export function AskKept({ files, onEnter }: AskProps & { files: readonly File[] }) {
  const t = useTranslations('file')
  const kept = files.filter(({ uses_count }) => uses_count > 0)
  const isAny = kept.length < files.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: there is nothing to enter
  useEffect(() => onEnter(isAny ? '' : undefined), [])
  if (kept.length === 0) return null
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('kept', { count: kept.length })}
      </Text>
      {kept.slice(0, mostListed).map(({ id, name }) => (
        <section key={id} aria-label={name}>
          <Text size="sm" truncate title={name}>
            {name}
          </Text>
          <UsesOf id={id} />
        </section>
      ))}
      {kept.length > mostListed && <Text size="sm">{t('keptMore', { count: kept.length - mostListed })}</Text>}
    </Stack>
  )
}

/** From the server's refusal to delete the file. */
export function UsesNamedBy({ error: { problem } }: { error: SendError }) {
  const t = useTranslations('file')
  const uses = Array.isArray(problem?.uses) ? problem.uses.filter(isUse) : []
  const total = typeof problem?.total === 'number' ? problem.total : uses.length
  return (
    <Stack gap="xs">
      {t('inUse', { total })}
      <Uses uses={uses} total={total} />
    </Stack>
  )
}

const isUse = (value: unknown): value is Use =>
  typeof value === 'object' && value !== null && 'table' in value && 'record_id' in value && 'owner' in value

interface UsesProps {
  uses: readonly Use[]
  total: number
}

/** With the names of fields, which are loaded on use. */
function Uses(props: UsesProps) {
  const locale = useLocale()
  const { value: history } = useRead(() => textsIn(locale, 'history'))
  if (!history) return <Skeleton height={24} aria-busy="true" />
  return (
    <MoreMessages messages={{ history }}>
      <UseList {...props} />
    </MoreMessages>
  )
}

function UseList({ uses, total }: UsesProps) {
  const t = useTranslations('file')
  const { module } = usePermissionNames()
  const mayOpen = useMayOpen()
  const { fields } = useMessages().history
  return (
    <List size="sm" spacing={4}>
      {uses.map((use) => (
        <List.Item key={`${use.table}.${use.record_id}.${use.field}`}>
          {module(use.owner?.type ?? use.table)}{' '}
          {use.owner && mayOpen(listPath(use.owner.type)) ? (
            <Anchor href={recordPath(use.owner.type, use.owner.id)} size="sm" underline="always">
              {use.owner.name}
            </Anchor>
          ) : (
            (use.owner?.name ?? `#${use.record_id}`)
          )}
          {' · '}
          {textIn(fields, use.field) ?? use.field}
        </List.Item>
      ))}
      {total > uses.length && <List.Item>{t('moreUses', { count: total - uses.length })}</List.Item>}
    </List>
  )
}
