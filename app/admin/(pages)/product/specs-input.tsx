'use client'

import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { usePicker } from '@/components/admin/file/use-picker'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { type Matrix, matrixIn, maxSpecs, withoutSpec, withSpec } from './matrix'

// A new product has no specs, and the code for moving values is large.
const SpecInput = dynamic(() => import('./spec-input'), { loading: () => <Skeleton height={160} /> })

interface SpecsInputProps extends InputProps {
  /** undefined: a new product. */
  stored: Matrix | undefined
}

/** A change adds, removes or renames SKUs. */
export default function SpecsInput({ stored, ...input }: SpecsInputProps) {
  const { path, label, description, error, disabled, values, change } = input
  const t = useTranslations('catalogue.specs')
  const addButton = useRef<HTMLButtonElement>(null)
  const picker = usePicker()
  const matrix = matrixIn(values)
  const store = ({ specs, skus }: Matrix) => change({ specs, skus })
  const [added, setAdded] = useState<number>()
  return (
    <FieldGroup path={path} label={label} description={description} error={error}>
      {matrix.specs.map((spec, index) => (
        <SpecInput
          key={spec.key}
          input={input}
          path={`${path}.${index}`}
          matrix={matrix}
          spec={spec}
          stored={stored}
          // Customers see the pictures of the first spec.
          picker={index === 0 ? picker : undefined}
          isAdded={spec.key === added}
          onStore={store}
          onRemove={() => {
            store(withoutSpec(matrix, spec))
            addButton.current?.focus()
          }}
        />
      ))}
      {!disabled && (
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          mt="sm"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
          disabled={matrix.specs.length >= maxSpecs}
          title={matrix.specs.length >= maxSpecs ? t('full', { maximum: maxSpecs }) : undefined}
          onClick={() => {
            const wider = withSpec(matrix)
            setAdded(wider.specs.at(-1)?.key)
            store(wider)
          }}
        >
          {t('add')}
        </Button>
      )}
      {picker?.dialog}
    </FieldGroup>
  )
}
