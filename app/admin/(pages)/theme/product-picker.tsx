'use client'

import { Button, Checkbox, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { DictionaryTag, Tag } from '@/components/admin/tag/tag'
import { Choice } from '@/components/ui/choice'
import { Failure } from '@/components/ui/failure'
import { Picture } from '@/components/ui/picture'
import { useSession } from '@/components/ui/session'
import { treeOptions } from '@/components/ui/tree/tree-options'
import { send } from '@/lib/server/client'
import { type FoundProduct, findProducts } from '../find-products'
import classes from './theme.module.css'

interface ProductPickerProps {
  /** The record already has these products. */
  present: readonly number[]
  /** Products that can still be added. */
  maximum: number
  /** In the order of choice. Empty: the dialog was closed. */
  onClose: (products: readonly FoundProduct[]) => void
}

export default function ProductPicker({ present, maximum, onClose }: ProductPickerProps) {
  const t = useTranslations('theme.picker')
  const format = useFormatter()
  const withSession = useSession()
  const [q, setQ] = useState('')
  const [sought] = useDebouncedValue(q.trim(), 300)
  const [category, setCategory] = useState('')
  const [found, setFound] = useState<readonly FoundProduct[] | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  const [chosen, setChosen] = useState<readonly FoundProduct[]>([])
  const categories = useOptions(async () => treeOptions(await send('GET /v1/category')), [], t('categoriesFailed'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when what is sought changes
  useEffect(() => {
    let isCancelled = false
    withSession(() => findProducts({ q: sought, category_id: category })).then(
      (products) => !isCancelled && setFound(products),
      () => !isCancelled && setFound('failed'),
    )
    return () => {
      isCancelled = true
    }
  }, [sought, category, attempt])
  const isChosen = ({ id }: FoundProduct) => chosen.some((one) => one.id === id)
  const isFull = chosen.length >= maximum
  return (
    <Modal
      opened
      onClose={() => onClose([])}
      title={t('title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <Group gap="sm" grow preventGrowOverflow={false}>
          <TextInput
            data-autofocus
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
            value={q}
            onChange={({ currentTarget }) => setQ(currentTarget.value)}
          />
          <Choice
            aria-label={t('category')}
            data={[{ value: '', label: t('allCategories') }, ...categories]}
            value={category}
            onChange={setCategory}
          />
        </Group>
        {found === undefined && <Skeleton height={320} />}
        {found === 'failed' && <Failure onRetry={() => setAttempt(attempt + 1)} />}
        {found !== undefined && found !== 'failed' && (
          <>
            <Text size="xs" c="dimmed" role="status">
              {t('found', { count: found.length })}
            </Text>
            <ul className={classes.found}>
              {found.map((product) => {
                const isPresent = present.includes(product.id)
                return (
                  <li key={product.id}>
                    <label
                      htmlFor={`product-${product.id}`}
                      className={classes.choice}
                      data-hidden={product.status !== 'on_sale' || undefined}
                    >
                      <Checkbox
                        id={`product-${product.id}`}
                        checked={isPresent || isChosen(product)}
                        disabled={isPresent || (isFull && !isChosen(product))}
                        aria-label={product.name}
                        onChange={() =>
                          setChosen(
                            isChosen(product) ? chosen.filter(({ id }) => id !== product.id) : [...chosen, product],
                          )
                        }
                      />
                      <Picture url={product.image_url} size={40} />
                      <span className={classes.name}>{product.name}</span>
                      {isPresent && <Tag style="default">{t('present')}</Tag>}
                      {product.status !== 'on_sale' && <DictionaryTag type="product_status" value={product.status} />}
                      <span className={classes.price}>{format.number(product.price / 100, 'price')}</span>
                    </label>
                  </li>
                )
              })}
            </ul>
          </>
        )}
        <Group justify="flex-end" gap="sm" className={classes.foot}>
          <Button variant="default" onClick={() => onClose([])}>
            {t('cancel')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onClose(chosen)}>
            {t('add', { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
