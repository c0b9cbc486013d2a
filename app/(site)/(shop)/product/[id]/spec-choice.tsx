'use client'

import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { type Choice, type Product, stateOf } from '@/components/shop/sku-choice'
import { shopLanguage } from '@/components/ui/language'
import classes from './spec-choice.module.css'

interface SpecChoiceProps {
  product: Product
  choice: Choice
  at: number
  onChoose: (value: string) => void
}

/** Values without stock can be chosen too, to see their price. */
export function SpecChoice({ product, choice, at, onChoose }: SpecChoiceProps) {
  const t = useTranslations('product')
  const name = useId()
  const spec = product.specs[at]
  if (!spec) return null
  return (
    <fieldset className={classes.spec}>
      <legend lang={shopLanguage}>{spec.name}</legend>
      <div className={classes.values} lang={shopLanguage}>
        {spec.values.map((value) => {
          const state = stateOf(product, choice, at, value)
          return (
            <label key={value} className={classes.value} data-state={state}>
              <input
                type="radio"
                name={name}
                value={value}
                checked={choice[at] === value}
                onChange={() => onChoose(value)}
              />
              {value}
              {state === 'sold_out' && <VisuallyHidden> {t('soldOut')}</VisuallyHidden>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
