'use client'

import { Group, Pagination, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { DetailsSection, RecordDetails } from '@/components/admin/resource-form/record-details'
import { Moment } from '@/components/ui/moment'
import type { UserKind } from '@/db/enums'
import { send } from '@/lib/server/client'
import classes from './notice.module.css'

const size = 10

/** The latest first. */
export function Readers({ id }: { id: number }) {
  const t = useTranslations('notice.readers')
  const common = useTranslations('table')
  const unnamed = ({ kind, id }: { kind: UserKind; id: number }) =>
    kind === 'staff' ? t('staff', { id: String(id) }) : t('customer', { id: String(id) })
  const format = useFormatter()
  const [page, setPage] = useState(1)
  return (
    <DetailsSection title={t('title')}>
      <RecordDetails
        key={page}
        read={() =>
          send('GET /cms/notice/{id}/reader', { params: { id }, query: { page: String(page), size: String(size) } })
        }
      >
        {({ items, total, total_capped }) => (
          <>
            <Text size="sm" c="dimmed">
              {total_capped ? t('atLeast', { count: format.number(total) }) : t('count', { count: total })}
            </Text>
            <ul className={classes.readers}>
              {items.map(({ user, read_at }) => (
                <li key={user.id}>
                  <span>{user.nickname || user.username || unnamed(user)}</span>
                  <Moment at={read_at} />
                </li>
              ))}
            </ul>
            {total > size && (
              <Group component="nav" aria-label={common('pages')} mt="sm">
                <Pagination
                  size="sm"
                  total={Math.ceil(total / size)}
                  value={page}
                  onChange={setPage}
                  getItemProps={(number) => ({ 'aria-label': common('page', { number }) })}
                  getControlProps={(control) => ({ 'aria-label': common(control === 'next' ? 'next' : 'previous') })}
                />
              </Group>
            )}
          </>
        )}
      </RecordDetails>
    </DetailsSection>
  )
}
