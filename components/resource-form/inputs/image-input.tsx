'use client'

import { Button, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { ExpectedSize } from '../../file/files'
import { usePicker } from '../../file/use-picker'
import { attributesOf, type InputProps } from '../field'
import classes from './inputs.module.css'

interface ImageInputProps extends InputProps {
  expected: ExpectedSize | undefined
}

/**
 * A picture with its URL, which can be chosen from the files by those who may see them. `value` is a string, empty for
 * none.
 */
export default function ImageInput({ expected, ...input }: ImageInputProps) {
  const t = useTranslations('form.picker')
  const { value, onChange, disabled, label } = input
  const picker = usePicker()
  const url = typeof value === 'string' ? value : ''
  const pick = async () => {
    const [file] = (await picker?.pick({ expected })) ?? []
    if (file?.url) onChange(file.url)
  }
  return (
    <div className={classes.image}>
      <Thumbnail key={url} url={url} />
      <TextInput
        {...attributesOf(input)}
        className={classes.urlInput}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={url}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {picker && !disabled && (
        <Button variant="default" aria-label={t('pickFor', { label })} onClick={() => void pick()}>
          {t('pick')}
        </Button>
      )}
      {picker?.dialog}
    </div>
  )
}

/** Has a fixed size, so that the layout does not shift when the picture loads or is missing. */
function Thumbnail({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  const isPicture = /^(\/|https?:\/\/)/.test(url) && !isBroken
  return (
    <span className={classes.thumbnail}>
      {isPicture ? (
        // biome-ignore lint/performance/noImgElement: any URL that users type; next/image allows only configured hosts
        <img src={url} alt="" width={56} height={56} onError={() => setBroken(true)} />
      ) : (
        <IconPhoto size={22} stroke={1.4} aria-hidden="true" />
      )}
    </span>
  )
}
