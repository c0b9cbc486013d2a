'use client'

import { TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { attributesOf, type InputProps } from '../field'
import classes from './inputs.module.css'

/** The URL of a picture, with a preview. `value` is a string, empty for none. */
export default function ImageInput(input: InputProps) {
  const { value, onChange } = input
  const url = typeof value === 'string' ? value : ''
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
