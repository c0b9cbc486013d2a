'use client'

import { Button, ColorSwatch, Select, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { type Messages, useFormatter, useLocale, useMessages, useTranslations } from 'next-intl'
import ImageInput from '@/components/admin/resource-form/inputs/image-input'
import { IntegerInput } from '@/components/ui/integer-input'
import { Moment } from '@/components/ui/moment'
import { OffInput } from '@/components/ui/off-input'
import { Picture } from '@/components/ui/picture'
import { palettes } from '@/components/ui/theme/accents'
import { accents } from '@/lib/kit/config/accent'
import type { SettingKey } from '@/lib/kit/config/registry'
import { rateOf } from '@/lib/kit/off'
import { ClosingInput, EndClosing, endClosing, useClosingText } from './closing'
import classes from './config.module.css'
import type { Setting } from './edits'

type Value = Setting['value']

/** A URL, chosen from the files. */
const pictureKey: SettingKey = 'shop.logo_url'

/** A period and a message. */
const closingKey: SettingKey = 'shop.closed'

/** Entered in several lines. */
const addressKey: SettingKey = 'after_sale.return_address'

/** In thousandths off. */
const offKey: SettingKey = 'promotion.most_off_permille'

type Choices = Messages['setting']['choices']

/** In the message files. */
function useIsChoice() {
  const { choices } = useMessages().setting
  return (option: string): option is keyof Choices & string => Object.hasOwn(choices, option)
}

function useFormattedValue() {
  const t = useTranslations('config')
  const tSetting = useTranslations('setting')
  const format = useFormatter()
  const locale = useLocale()
  const isChoice = useIsChoice()
  const closingText = useClosingText()
  return (key: SettingKey, value: Value): string => {
    if (typeof value === 'boolean') return value ? t('on') : t('off')
    if (value === null) return ''
    if (typeof value === 'object') return closingText(value)
    if (typeof value === 'string') return isChoice(value) ? tSetting(`choices.${value}`) : value
    return key === offKey ? t('percentOff', { rate: rateOf(value, locale) }) : format.number(value)
  }
}

/** undefined: not the name of an accent. */
function swatchOf(value: string): string | undefined {
  const accent = accents.find((one) => one === value)
  return accent && palettes[accent][6]
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks))

const order: ('input' | 'description' | 'error')[] = ['input', 'description', 'error']

interface SettingFieldProps {
  setting: Setting
  value: Value
  /** By the key of the setting or a path below it. */
  errors: Readonly<Record<string, string>>
  disabled: boolean
  /** undefined: the input was emptied and shows the stored value again. */
  onChange: (value: Value | undefined) => void
}

export function SettingField({ setting, value, errors, disabled, onChange }: SettingFieldProps) {
  const t = useTranslations('config')
  const tSetting = useTranslations('setting')
  const { key, updated_by, updated_at } = setting
  const label = tSetting(`label.${key}`)
  const closing = typeof value === 'object' ? value : null
  return (
    <div className={classes.field} data-changed={value !== setting.value || undefined}>
      <div>
        {/* The key is the title, because scripts name the setting by its key. */}
        {disabled || key === pictureKey || key === closingKey ? (
          <span className={classes.label} title={key}>
            {label}
          </span>
        ) : (
          <label htmlFor={key} className={classes.label} title={key}>
            {label}
          </label>
        )}
        <p className={classes.help}>{tSetting(`help.${key}`)}</p>
      </div>
      <div className={classes.value} id={disabled ? key : undefined}>
        {disabled ? (
          <SettingValue setting={setting} />
        ) : (
          <SettingInput setting={setting} value={value} errors={errors} onChange={onChange} />
        )}
        {updated_at && (
          <Text size="xs" c="dimmed">
            {t.rich('changedBy', { name: updated_by?.name ?? '–', time: () => <Moment at={updated_at} /> })}
          </Text>
        )}
        {!disabled && value !== setting.default && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            className={classes.restore}
            leftSection={<IconRestore size={14} aria-hidden="true" />}
            aria-label={closing ? undefined : t('restoreLabel', { name: label })}
            onClick={() => onChange(closing ? endClosing(closing, new Date()) : setting.default)}
          >
            {closing ? <EndClosing closing={closing} /> : t('restore')}
          </Button>
        )}
      </div>
    </div>
  )
}

export function SettingValue({ setting }: Pick<SettingFieldProps, 'setting'>) {
  const formatted = useFormattedValue()
  const { key, value } = setting
  if (key === pictureKey && value !== '') return <Picture url={String(value)} size={72} />
  const swatch = typeof value === 'string' ? swatchOf(value) : undefined
  return (
    <span className={classes.swatched}>
      {swatch && <ColorSwatch color={swatch} size={14} withShadow={false} />}
      {formatted(key, value) || '–'}
    </span>
  )
}

function SettingInput({ setting, value, errors, onChange }: Omit<SettingFieldProps, 'disabled'>) {
  const t = useTranslations('config')
  const name = useTranslations('setting.label')(setting.key)
  const formatted = useFormattedValue()
  const { key, type, minimum, maximum, options = [] } = setting
  const isChoice = useIsChoice()
  const defaultValue = formatted(key, setting.default)
  const description =
    minimum === undefined || maximum === undefined
      ? t('default', { value: defaultValue })
      : t('bounds', {
          minimum: formatted(key, minimum),
          maximum: formatted(key, maximum),
          value: defaultValue,
        })
  const error = errors[key]
  const common = { id: key, error, description }
  if (typeof value === 'boolean') {
    return (
      <Switch
        {...common}
        className={classes.switch}
        checked={value}
        label={value ? t('on') : t('off')}
        aria-label={name}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  }
  if (value === null || typeof value === 'object')
    return (
      <ClosingInput
        id={key}
        label={name}
        value={value}
        errors={errors}
        onChange={onChange}
        isChanged={JSON.stringify(value) !== JSON.stringify(setting.value)}
      />
    )
  if (key === offKey) {
    return (
      <OffInput
        {...common}
        inputWrapperOrder={order}
        fault={t('notAPercentage')}
        value={value}
        onChange={onChange}
        onBlur={() => typeof value === 'string' && onChange(undefined)}
      />
    )
  }
  if (key === pictureKey) {
    return (
      <ImageInput
        isLabelHidden
        path={key}
        label={name}
        value={value}
        description={undefined}
        error={error}
        disabled={false}
        required={false}
        onChange={(next) => onChange(String(next))}
      />
    )
  }
  if (typeof value === 'string' && type === 'string') {
    // The input wraps the address, but the server accepts only one line.
    if (key === addressKey)
      return (
        <Textarea
          id={key}
          error={error}
          inputWrapperOrder={order}
          autosize
          minRows={2}
          maxRows={6}
          value={value}
          onChange={({ currentTarget }) => onChange(inOneLine(currentTarget.value))}
        />
      )
    return (
      <TextInput
        id={key}
        error={error}
        inputWrapperOrder={order}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  if (typeof value === 'string') {
    return (
      <Select
        {...common}
        inputWrapperOrder={order}
        allowDeselect={false}
        searchable={options.length > 8}
        value={value}
        data={options.filter(isChoice).map((option) => ({ value: option, label: formatted(key, option) }))}
        onChange={(next) => next !== null && isChoice(next) && onChange(next)}
        {...(swatchOf(value) && {
          renderOption: ({ option }) => (
            <span className={classes.swatched}>
              <ColorSwatch color={swatchOf(option.value) ?? ''} size={14} withShadow={false} />
              {option.label}
            </span>
          ),
          leftSection: <ColorSwatch color={swatchOf(value) ?? ''} size={14} withShadow={false} />,
        })}
      />
    )
  }
  return (
    <IntegerInput
      {...common}
      inputWrapperOrder={order}
      allowNegative={false}
      value={value}
      // An empty input changes nothing, and is restored to the stored value on blur.
      onChange={(next) => next !== '' && onChange(next)}
      onBlur={({ currentTarget }) => currentTarget.value === '' && onChange(undefined)}
    />
  )
}
