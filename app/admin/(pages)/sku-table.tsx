'use client'

import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useRef, useState } from 'react'
import { useAction } from '@/components/ui/use-action'
import type { FoundProduct } from './find-products'
import classes from './product/product.module.css'

const ProductPicker = dynamic(() => import('./theme/product-picker'), { ssr: false })

interface Column<Row> {
  label: string
  kind?: 'money' | 'number'
  /** `at`: the index of the row. */
  render: (row: Row, at: number) => ReactNode
}

interface SkuTableProps<Row> {
  /** Of the list of rows in the form. */
  path: string
  rows: readonly Row[]
  nameOf: (row: Row) => string
  errors: Readonly<Record<string, string>>
  columns: readonly Column<Row>[]
  /** Rows can be neither added nor removed. */
  isFixed: boolean
  /** Products that are added at once. */
  most: number
  texts: { sku: string; none: string; add: string; failed: string; remove: (name: string) => string }
  onRemove: (row: Row) => void
  onAdd: (products: readonly FoundProduct[]) => Promise<void>
}

export function SkuTable<Row extends { sku_id?: unknown }>(props: SkuTableProps<Row>) {
  const { path, rows, nameOf, errors, columns, isFixed, most, texts, onRemove, onAdd } = props
  const act = useAction()
  const addButton = useRef<HTMLButtonElement>(null)
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      {rows.length > 0 && (
        <div className={classes.matrixFrame}>
          <table className={classes.matrix}>
            <thead>
              <tr>
                <th scope="col">{texts.sku}</th>
                {columns.map(({ label, kind }) => (
                  <th key={label} scope="col" data-kind={kind}>
                    {label}
                  </th>
                ))}
                {!isFixed && <td />}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => {
                const name = nameOf(row)
                const fault = errors[`${path}.${at}.sku_id`]
                return (
                  <tr key={String(row.sku_id)}>
                    <th scope="row" className={classes.readName} data-field={`${path}.${at}.sku_id`} tabIndex={-1}>
                      {name}
                      {fault && <span className={classes.cellError}>{fault}</span>}
                    </th>
                    {columns.map(({ label, kind, render }) => (
                      <td key={label} data-kind={kind}>
                        {render(row, at)}
                      </td>
                    ))}
                    {!isFixed && (
                      <td>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={texts.remove(name)}
                          title={texts.remove(name)}
                          onClick={() => {
                            onRemove(row)
                            addButton.current?.focus()
                          }}
                        >
                          <IconTrash size={16} stroke={1.6} aria-hidden="true" />
                        </ActionIcon>
                      </td>
                    )}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {!isFixed && (
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          mt="xs"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
          onClick={() => setPicking(true)}
        >
          {texts.add}
        </Button>
      )}
      {isPicking && (
        <ProductPicker
          // A product whose SKUs were removed in part can be added again.
          present={[]}
          maximum={most}
          onClose={(products) => {
            setPicking(false)
            if (products.length > 0) void act(() => onAdd(products), { failure: texts.failed, isLocal: true })
            // Focus moves in the next frame, after the dialog is removed.
            requestAnimationFrame(() => addButton.current?.focus())
          }}
        />
      )}
    </>
  )
}
