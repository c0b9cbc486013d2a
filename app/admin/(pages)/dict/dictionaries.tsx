'use client'

import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import { IconBook, IconList, IconPencil } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { CreateButton } from '@/components/admin/resource-form/create-button'
import { RecordDrawer, type RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { RecordLink } from '@/components/admin/resource-form/record-link'
import { useRecordParam } from '@/components/admin/resource-form/use-record-param'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { Tag } from '@/components/admin/tag/tag'
import { EmptyState } from '@/components/ui/empty-state'
import { changedOrder } from '@/components/ui/tree/order'
import { SortableList } from '@/components/ui/tree/sortable-list'
import { useOptimisticOrder } from '@/components/ui/tree/use-optimistic-order'
import { useAction } from '@/components/ui/use-action'
import { inLocale } from '@/lib/kit/i18n/locale'
import { send } from '@/lib/server/client'
import classes from './dict.module.css'

type DictType = RowOf<'GET /cms/dict_type'>
type Dict = RowOf<'GET /cms/dict'>

const TypeForm = dynamic(() => import('./type-form'))
const EntryForm = dynamic<RecordFormProps<Dict> & { type: string }>(() => import('./entry-form'))

interface DictionariesProps {
  types: DictType[]
  chosen: DictType | undefined
  entries: Dict[]
}

export function Dictionaries({ types, chosen, entries }: DictionariesProps) {
  const t = useTranslations('dict')
  const typeRecord = useRecordParam('dict_type')
  const create = (
    <CreateButton resource="dict_type" isSecondary>
      {t('newType')}
    </CreateButton>
  )
  return (
    <div className={classes.columns}>
      <section className={classes.panel} aria-label={t('types')}>
        <div className={classes.head}>
          <Title order={2} size="h5">
            {t('types')}
          </Title>
          {create}
        </div>
        <ul className={classes.types}>
          {types.map(({ id, type, name, status, entry_count }) => (
            <li key={id}>
              <Link
                href={`?type=${type}`}
                prefetch={false}
                className={classes.type}
                aria-current={type === chosen?.type ? 'true' : undefined}
                data-disabled={status === 'disabled' || undefined}
              >
                <span className={classes.typeName}>
                  <span>{name}</span>
                  <code>{type}</code>
                </span>
                <span className={classes.count} title={t('entryCount', { count: entry_count })}>
                  {entry_count}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {chosen ? (
        <Entries key={chosen.type} type={chosen} entries={entries} onEditType={() => void typeRecord.open(chosen.id)} />
      ) : (
        <section className={classes.panel}>
          <EmptyState
            icon={<IconBook size={28} stroke={1.6} />}
            title={t('noTypes')}
            description={t('noTypesDescription')}
            actions={create}
          />
        </section>
      )}
      <RecordDrawer
        resource="dict_type"
        rows={types}
        read={async (id) => (await send('GET /cms/dict_type')).find((one) => one.id === id)}
        form={TypeForm}
      />
    </div>
  )
}

function Entries({ type, entries, onEditType }: { type: DictType; entries: Dict[]; onEditType: () => void }) {
  const t = useTranslations('dict')
  const locale = useLocale()
  const can = useCan()
  const act = useAction()
  // Memoized: a new component on each render would reset the form's state.
  const form = useMemo(() => (props: RecordFormProps<Dict>) => <EntryForm {...props} type={type.type} />, [type.type])
  const create = <CreateButton resource="dict">{t('newEntry')}</CreateButton>
  const { items, onOrder } = useOptimisticOrder(entries, async (items) => {
    const changes = changedOrder(items)
    const changed = new Set(changes.map(({ id }) => id))
    const store = (orders: typeof changes) => () =>
      Promise.all(
        orders.map(({ id, sort_order }) => send('PUT /cms/dict/{id}', { params: { id }, body: { sort_order } })),
      )
    await act(store(changes), {
      success: t('ordered'),
      failure: t('orderFailed'),
      undo: store(entries.filter(({ id }) => changed.has(id))),
    })
  })
  return (
    <section className={classes.panel} aria-label={type.name}>
      <div className={classes.head}>
        <Title order={2} size="h5">
          {type.name}
        </Title>
        {(can('dict_type.update') || can('dict_type.delete')) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('editType', { name: type.name })}
            onClick={onEditType}
          >
            <IconPencil size={16} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
        {type.remark && (
          <Text size="sm" c="dimmed">
            {type.remark}
          </Text>
        )}
        <Group gap="xs" wrap="nowrap">
          {type.type === 'carrier' && <AddCarriers />}
          {create}
        </Group>
      </div>
      {entries.length === 0 ? (
        <EmptyState
          icon={<IconList size={28} stroke={1.6} />}
          title={t('noEntries')}
          description={t('noEntriesDescription')}
          actions={create}
        />
      ) : (
        <SortableList
          label={t('entries', { name: type.name })}
          items={items}
          nameOf={({ label, label_en }) => inLocale(locale, label, label_en)}
          onOrder={onOrder}
          disabled={!can('dict.update')}
        >
          {(entry) => <EntryRow entry={entry} />}
        </SortableList>
      )}
      <RecordDrawer
        resource="dict"
        rows={entries}
        nameOf={({ label, label_en }) => inLocale(locale, label, label_en)}
        read={async (id) => (await send('GET /cms/dict', { query: { type: type.type } })).find((one) => one.id === id)}
        form={form}
      />
    </section>
  )
}

/** Adds the carriers that WeChat knows. */
function AddCarriers() {
  const t = useTranslations('dict')
  const can = useCan()
  const act = useAction()
  const [isAsking, setAsking] = useState(false)
  if (!can('dict.create')) return null
  const add = async () => {
    setAsking(true)
    await act(() => send('POST /cms/dict/add_carriers'), {
      success: ({ added, unknown }) =>
        unknown.length > 0
          ? t('carriersUnknown', { count: added, values: unknown.join(', ') })
          : t('carriersAdded', { count: added }),
      failure: t('carriersFailed'),
    })
    setAsking(false)
  }
  return (
    <Button variant="default" size="xs" loading={isAsking} onClick={() => void add()}>
      {t('addCarriers')}
    </Button>
  )
}

function EntryRow({ entry }: { entry: Dict }) {
  const t = useTranslations('dict')
  const locale = useLocale()
  const { label, label_en } = entry
  const own = inLocale(locale, label, label_en)
  const other = own === label ? label_en : label
  return (
    <RecordLink resource="dict" id={entry.id} className={classes.entry}>
      <span className={classes.words}>
        <Tag style={entry.tag_style}>{own}</Tag>
        {other && (
          <Text span size="sm" c="dimmed">
            {other}
          </Text>
        )}
      </span>
      <code>{entry.value}</code>
      <span className={classes.flags}>
        {entry.is_default && <span>{t('isDefault')}</span>}
        {entry.status === 'disabled' && <span>{t('disabled')}</span>}
      </span>
    </RecordLink>
  )
}
