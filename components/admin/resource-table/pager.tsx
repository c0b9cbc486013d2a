'use client'

import { Button, Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { Page } from './declaration'
import classes from './resource-table.module.css'
import { type Size, sizes, type TableState } from './state'

interface PagerProps {
  page: Page<unknown>
  state: TableState
  paging: 'page' | 'cursor' | 'none'
}

export function Pager({ page, state, paging }: PagerProps) {
  const t = useTranslations('table')
  const { items, total, total_capped, next_cursor } = page
  const first = (state.page - 1) * state.size + 1
  const isSinglePage = paging === 'none' || (total !== undefined && total <= items.length && state.page === 1)
  const count = total ?? items.length
  const summary = isSinglePage
    ? t('count', { count })
    : total === undefined
      ? t('older')
      : t('range', {
          from: items.length > 0 ? first : 0,
          to: items.length > 0 ? first + items.length - 1 : 0,
          total,
          capped: String(total_capped ?? false),
        })
  return (
    <div className={classes.pager}>
      <Text size="sm" c="dimmed" role="status">
        {summary}
      </Text>
      {paging !== 'none' && (
        <Group gap="sm" ml="auto">
          {(total ?? 0) > sizes[0] && (
            <NativeSelect
              size="xs"
              aria-label={t('size')}
              value={state.size}
              onChange={({ currentTarget }) => state.setSize(sizeFrom(currentTarget.value))}
              data={sizes.map((size) => ({ value: String(size), label: t('perPage', { size }) }))}
            />
          )}
          {paging === 'cursor'
            ? (state.cursor !== null || next_cursor) && (
                <Group gap={4} component="nav" aria-label={t('pages')}>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={state.cursor === null}
                    onClick={() => state.goToCursor(null)}
                  >
                    {t(state.sort ? 'first' : 'newest')}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={!next_cursor}
                    onClick={() => state.goToCursor(next_cursor ?? null)}
                  >
                    {t(state.sort ? 'next' : 'olderPage')}
                  </Button>
                </Group>
              )
            : !isSinglePage && (
                <nav aria-label={t('pages')}>
                  <Pagination
                    size="sm"
                    total={Math.max(1, Math.ceil((total ?? 0) / state.size))}
                    value={state.page}
                    onChange={state.goTo}
                    getItemProps={(number) => ({ 'aria-label': t('page', { number }) })}
                    getControlProps={(control) => ({
                      'aria-label': control === 'next' ? t('next') : t('previous'),
                    })}
                  />
                </nav>
              )}
        </Group>
      )}
    </div>
  )
}

const sizeFrom = (value: string): Size => sizes.find((size) => String(size) === value) ?? sizes[0]
