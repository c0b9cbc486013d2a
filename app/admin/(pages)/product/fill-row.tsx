import { Button } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { FocusEvent } from 'react'
import type { ColumnName } from './cells'
import classes from './product.module.css'
import type { useFills } from './use-fills'

// Loaded on demand: a single row needs no inputs that fill several rows.
const FillInput = dynamic(() => import('./fill-input'))

interface FillRowProps {
  columns: readonly { name: ColumnName; label: string; isFilled: boolean }[]
  fills: ReturnType<typeof useFills>
  /** Names the rows that are filled. */
  button: string
}

export function FillRow({ columns, fills, button }: FillRowProps) {
  const t = useTranslations('catalogue.matrix')
  // Also on leaving the row, for example to press Save.
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLTableRowElement>) => {
    if (!currentTarget.contains(relatedTarget)) fills.fill()
  }
  return (
    <tr className={classes.fillRow} onBlur={leave}>
      <td className={classes.check} />
      <td className={classes.skuName}>
        <Button size="compact-xs" variant="light" onClick={fills.fill}>
          {button}
        </Button>
      </td>
      {columns.map(({ name, label, isFilled }) => (
        <td key={name}>
          {isFilled && (
            <FillInput
              name={name}
              label={t('fillLabel', { column: label })}
              value={fills.entered(name)}
              onChange={(entered) => fills.enter(name, entered)}
              onEnter={fills.fill}
            />
          )}
        </td>
      ))}
    </tr>
  )
}
