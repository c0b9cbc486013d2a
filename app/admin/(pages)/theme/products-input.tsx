'use client'

import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBarToUp, IconPlus, IconTrash } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useFormatter, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { Picture } from '@/components/ui/picture'
import { SortableList } from '@/components/ui/tree/sortable-list'
import type { FoundProduct } from '../find-products'
import classes from './theme.module.css'

const ProductPicker = dynamic(() => import('./product-picker'), { ssr: false })

interface ProductsInputProps extends InputProps {
  /** Of the record. */
  known: readonly FoundProduct[]
  maximum: number
}

/** In order. `value` is a list of ids. */
export function ProductsInput({
  path,
  value,
  onChange,
  label,
  description,
  error,
  disabled,
  known,
  maximum,
}: ProductsInputProps) {
  const t = useTranslations('theme')
  const format = useFormatter()
  const addButton = useRef<HTMLButtonElement>(null)
  const [found, setFound] = useState<readonly FoundProduct[]>([])
  const [isPicking, setPicking] = useState(false)
  const byId = new Map([...known, ...found].map((product) => [product.id, product]))
  const ids: readonly unknown[] = Array.isArray(value) ? value : []
  const products = ids.flatMap((one) => (typeof one === 'number' ? (byId.get(one) ?? []) : []))
  const store = (next: readonly FoundProduct[]) => onChange(next.map((product) => product.id))
  return (
    <FieldGroup path={path} label={label} description={description} error={error}>
      {products.length > 0 && (
        <SortableList label={label} items={products} nameOf={({ name }) => name} onOrder={store} disabled={disabled}>
          {(product) => (
            <div className={classes.product} data-hidden={product.status !== 'on_sale' || undefined}>
              <Picture url={product.image_url} />
              <span className={classes.name}>{product.name}</span>
              {product.status === 'on_sale' ? (
                <span className={classes.price}>{format.number(product.price / 100, 'price')}</span>
              ) : (
                <DictionaryTag type="product_status" value={product.status} />
              )}
              {!disabled && (
                <>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('toTop', { name: product.name })}
                    title={t('toTop', { name: product.name })}
                    disabled={products[0] === product}
                    onClick={() => store([product, ...products.filter((one) => one !== product)])}
                  >
                    <IconArrowBarToUp size={16} stroke={1.6} aria-hidden="true" />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('removeProduct', { name: product.name })}
                    title={t('removeProduct', { name: product.name })}
                    onClick={() => {
                      store(products.filter((one) => one !== product))
                      addButton.current?.focus()
                    }}
                  >
                    <IconTrash size={16} stroke={1.6} aria-hidden="true" />
                  </ActionIcon>
                </>
              )}
            </div>
          )}
        </SortableList>
      )}
      {!disabled && (
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          mt="xs"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
          disabled={products.length >= maximum}
          onClick={() => setPicking(true)}
        >
          {t('addProducts')}
        </Button>
      )}
      {isPicking && (
        <ProductPicker
          present={products.map((product) => product.id)}
          maximum={maximum - products.length}
          onClose={(added) => {
            setPicking(false)
            setFound([...found, ...added])
            if (added.length > 0) onChange([...products, ...added].map((product) => product.id))
            // Focus moves in the next frame, after the dialog is removed.
            requestAnimationFrame(() => addButton.current?.focus())
          }}
        />
      )}
    </FieldGroup>
  )
}
