'use client'

import { Alert } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { RecordLink } from '@/components/admin/resource-form/record-link'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'
import classes from './banner.module.css'

const BannerForm = dynamic(() => import('./form'))

type Broken = RowOf<'GET /cms/banner/broken'>

interface BannersProps {
  page: Page<RowOf<'GET /cms/banner'>>
}

/** Warns about items that link to records hidden from customers. */
export function Banners({ page }: BannersProps) {
  const t = useTranslations('banner')
  const { value: broken = [] } = useRead(() => send('GET /cms/banner/broken'), page)
  return (
    <>
      {broken.length > 0 && <BrokenItems items={broken} />}
      <ResourceTable
        name="banner"
        rows={page}
        search={t('search')}
        filters={[
          { kind: 'choice', name: 'status', options: useDictionaryOptions('enabled_disabled') },
          { kind: 'span', name: 'changed_from', until: 'changed_to', label: t('updatedAt') },
        ]}
        columns={[
          { key: 'image_url', label: t('image'), kind: 'image', width: 80 },
          { key: 'title', kind: 'text', sort: true },
          { key: 'name', kind: 'code', width: 160, sort: true },
          {
            key: 'shown_count',
            label: t('shown'),
            width: 130,
            sort: true,
            render: ({ shown_count, item_count }) => t('shownOf', { shown: shown_count, total: item_count }),
          },
          { key: 'status', kind: 'tag', dictionary: 'enabled_disabled', width: 110, sort: true },
          { key: 'updated_at', kind: 'time', width: 150, sort: true },
        ]}
        create={t('create')}
        form={BannerForm}
        remove={{ send: ({ id }) => send('DELETE /cms/banner/{id}', { params: { id } }), warning: t('deleteWarning') }}
        read={(id) => send('GET /cms/banner/{id}', { params: { id } })}
        isWide
      />
    </>
  )
}

function BrokenItems({ items }: { items: Broken[] }) {
  const t = useTranslations('banner')
  return (
    <Alert
      color="orange"
      variant="light"
      title={t('brokenTitle', { count: items.length })}
      icon={<IconLinkOff size={18} stroke={1.6} aria-hidden="true" />}
    >
      {t('brokenText')}
      <ul className={classes.broken}>
        {items.map(({ banner, item, target_type, target, target_name, target_state }) => (
          <li key={item.id}>
            <RecordLink resource="banner" id={banner.id}>
              {t('brokenItem', { banner: banner.title || banner.name, item: item.title || t('untitled') })}
            </RecordLink>
            <span>
              <DictionaryTag type="target_type" value={target_type} />{' '}
              {target_name ?? t('record', { id: target ?? '' })}
            </span>
            <span>{t(`states.${target_state}`)}</span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
