'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { InputProps } from './field'
import classes from './region-input.module.css'

// Loaded on demand, because the list of regions is large.
const RegionFields = dynamic(() => import('@/components/ui/region/region-fields'), {
  ssr: false,
  loading: () => <Skeleton height={58} />,
})

interface RegionInputProps extends InputProps {
  labels: Record<'province' | 'city' | 'district', string>
}

/** For the field `province`, with the fields `city` and `district` beside it. */
export function RegionInput({ values, errors, change, disabled, required, labels }: RegionInputProps) {
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : ''
  }
  return (
    <div className={classes.region}>
      <RegionFields
        value={{ province: text('province'), city: text('city'), district: text('district') }}
        onChange={(region) => change({ ...region })}
        attributesOf={(key) => ({
          label: labels[key],
          'data-field': key,
          error: errors[key],
          disabled,
          autoComplete: 'off',
          required: required && key === 'province',
          withAsterisk: required && key !== 'district',
        })}
      />
    </div>
  )
}
