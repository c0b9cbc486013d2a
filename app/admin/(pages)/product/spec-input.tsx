'use client'

import { ActionIcon, NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { usePicker } from '@/components/admin/file/use-picker'
import type { InputProps } from '@/components/admin/resource-form/field'
import { Picture } from '@/components/ui/picture'
import { SortableList } from '@/components/ui/tree/sortable-list'
import {
  combinationCount,
  type FormSpec,
  type Matrix,
  maxSkus,
  maxValues,
  withoutValue,
  withSpecChange,
  withValueChange,
  withValueOrder,
  withValues,
} from './matrix'
import classes from './product.module.css'

interface SpecInputProps {
  input: InputProps
  path: string
  matrix: Matrix
  spec: FormSpec
  stored: Matrix | undefined
  /** undefined: no pictures in this spec, or the user may not see the files. */
  picker: ReturnType<typeof usePicker>
  /** Gets the focus on its name. */
  isAdded: boolean
  onStore: (matrix: Matrix) => void
  onRemove: () => void
}

export default function SpecInput(props: SpecInputProps) {
  const { input, path, matrix, spec, stored, picker, isAdded, onStore, onRemove } = props
  const { errors, disabled } = input
  const t = useTranslations('catalogue.specs')
  const nameInput = useRef<HTMLInputElement>(null)
  const valueInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isAdded) nameInput.current?.focus()
  }, [isAdded])
  const name = spec.name || t('unnamed')
  const errorIn = (field: string) => errors[`${path}.${field}`]
  // A new spec of a stored product also asks for the value that existing SKUs get.
  const isNew = stored !== undefined && spec.id === undefined
  return (
    <fieldset className={classes.spec} aria-label={name}>
      <div className={classes.specHead}>
        <TextInput
          ref={nameInput}
          label={t('name')}
          placeholder={t('nameExample')}
          data-field={`${path}.name`}
          value={spec.name}
          error={errorIn('name')}
          disabled={disabled}
          maxLength={64}
          onChange={({ currentTarget }) => onStore(withSpecChange(matrix, spec, { name: currentTarget.value }))}
        />
        {isNew && spec.values.length > 1 && (
          <NativeSelect
            label={t('default')}
            data-field={`${path}.default_value`}
            data={spec.values.map((value) => value.name)}
            value={spec.default_value ?? ''}
            error={errorIn('default_value')}
            disabled={disabled}
            onChange={({ currentTarget }) =>
              onStore(withSpecChange(matrix, spec, { default_value: currentTarget.value }))
            }
          />
        )}
        {!disabled && (
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('remove', { name })} onClick={onRemove}>
            <IconTrash size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      {spec.values.length > 0 && (
        <SortableList
          label={t('valuesOf', { name })}
          items={spec.values.map((value) => ({ ...value, id: value.key }))}
          nameOf={(value) => value.name || t('unnamedValue')}
          disabled={disabled}
          onOrder={(order) =>
            onStore(
              withValueOrder(
                matrix,
                spec,
                order.flatMap(({ key }) => spec.values.find((value) => value.key === key) ?? []),
              ),
            )
          }
        >
          {({ key }) => {
            const at = spec.values.findIndex((value) => value.key === key)
            const value = spec.values[at]
            if (!value) return null
            return (
              <div className={classes.value}>
                {picker && (
                  <ValuePicture
                    picker={picker}
                    name={value.name || t('unnamedValue')}
                    url={value.image_url ?? null}
                    isDisabled={disabled}
                    onChange={(image_url) => onStore(withValueChange(matrix, spec, value, { image_url }))}
                  />
                )}
                <TextInput
                  size="xs"
                  aria-label={t('value', { number: at + 1, name })}
                  data-field={`${path}.values.${at}.name`}
                  value={value.name}
                  error={errorIn(`values.${at}.name`)}
                  disabled={disabled}
                  maxLength={64}
                  onChange={({ currentTarget }) =>
                    onStore(withValueChange(matrix, spec, value, { name: currentTarget.value }))
                  }
                />
                {!disabled && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('removeValue', { name: value.name || t('unnamedValue') })}
                    onClick={() => {
                      onStore(withoutValue(matrix, spec, value))
                      valueInput.current?.focus()
                    }}
                  >
                    <IconTrash size={16} stroke={1.6} aria-hidden="true" />
                  </ActionIcon>
                )}
              </div>
            )
          }}
        </SortableList>
      )}
      {!disabled && (
        <NewValues
          ref={valueInput}
          spec={spec}
          matrix={matrix}
          error={errorIn('values')}
          path={`${path}.values`}
          onAdd={(names) => onStore(withValues(matrix, spec, names, stored))}
        />
      )}
    </fieldset>
  )
}

interface ValuePictureProps {
  picker: NonNullable<ReturnType<typeof usePicker>>
  /** Of the value. */
  name: string
  url: string | null
  isDisabled: boolean
  onChange: (url: string | null) => void
}

function ValuePicture({ picker, name, url, isDisabled, onChange }: ValuePictureProps) {
  const t = useTranslations('catalogue.specs')
  const pick = async () => {
    const [file] = await picker.pick()
    if (file?.url) onChange(file.url)
  }
  return (
    <span className={classes.valuePicture}>
      <UnstyledButton
        aria-label={t('picture', { name })}
        title={t('picture', { name })}
        disabled={isDisabled}
        onClick={() => void pick()}
      >
        <Picture url={url} />
      </UnstyledButton>
      {url && !isDisabled && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t('removePicture', { name })}
          title={t('removePicture', { name })}
          onClick={() => onChange(null)}
        >
          <IconX size={14} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      )}
    </span>
  )
}

interface NewValuesProps {
  ref: React.Ref<HTMLInputElement>
  spec: FormSpec
  matrix: Matrix
  path: string
  error: string | undefined
  onAdd: (names: string[]) => void
}

/** Enter, or leaving the input, adds values separated by commas; pasted lines are added at once. */
function NewValues({ ref, spec, matrix, path, error, onAdd }: NewValuesProps) {
  const t = useTranslations('catalogue.specs')
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<string>()
  const add = (entered: string) => {
    const names = entered
      .split(/[,，、;；\t\r\n]/)
      .map((name) => name.trim().slice(0, 64))
      .filter(Boolean)
    if (names.length === 0) return
    const count = spec.values.length + new Set(names).size
    const others = matrix.specs.filter(({ key }) => key !== spec.key)
    if (count > maxValues) setRefused(t('tooManyValues', { maximum: maxValues }))
    else if (combinationCount(others) * count > maxSkus) {
      setRefused(t('tooManySkus', { maximum: maxSkus, count: combinationCount(others) * count }))
    } else {
      onAdd(names)
      setText('')
      setRefused(undefined)
    }
  }
  return (
    <TextInput
      ref={ref}
      size="xs"
      className={classes.newValues}
      label={t('addValues', { name: spec.name || t('unnamed') })}
      description={t('addValuesHelp')}
      data-field={path}
      value={text}
      error={refused ?? error}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => add(text)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain')
        if (!/[\t\r\n]/.test(pasted.trim())) return
        event.preventDefault()
        add(`${text}\n${pasted}`)
      }}
      onKeyDown={(event) => {
        // Ignores Enter while an input method is composing a word.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        add(text)
      }}
    />
  )
}
