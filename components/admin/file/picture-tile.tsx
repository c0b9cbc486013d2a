'use client'

import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconDots, IconPhoto, IconPhotoPlus, IconX } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { PopupMenu } from '@/components/ui/popup/popup'
import { usePopup } from '@/components/ui/popup/use-popup'
import type { ExpectedSize } from './files'
import classes from './picture-tile.module.css'
import { usePicker } from './use-picker'

// Loaded on use: few users type the address of a picture.
const AddressDialog = dynamic(() => import('./address-dialog'), { ssr: false })

interface PictureTileProps {
  path: string
  label: string
  /** Empty: no picture. */
  url: string
  onChange: (url: string) => void
  disabled: boolean
  hasError: boolean
  expected?: ExpectedSize | undefined
  /** The ids of the elements with the help and the error. */
  describedBy?: string | undefined
  /** In a gallery, from 1. undefined: a single picture, with its own button for removal. */
  place?: number | undefined
}

/** The dialog for a URL serves users who may not see the files, and pictures from another site. */
export function PictureTile(props: PictureTileProps) {
  const { path, label, url, onChange, disabled, hasError, expected, describedBy, place } = props
  const t = useTranslations('form.picker')
  const picker = usePicker()
  const tile = useRef<HTMLButtonElement>(null)
  const [isTyping, setTyping] = useState(false)
  const { target, popup } = usePopup('menu')
  const pick = async () => {
    const [file] = (await picker?.pick({ expected })) ?? []
    if (file?.url) onChange(file.url)
  }
  const type = () => setTyping(true)
  const menu = t('menu', { label })
  const name = picker ? t(url ? 'replaceFor' : 'pickFor', { label }) : t('typeFor', { label })
  return (
    <>
      <UnstyledButton
        ref={tile}
        className={classes.tile}
        data-field={path}
        data-invalid={hasError || undefined}
        aria-label={name}
        aria-describedby={describedBy}
        title={disabled ? undefined : name}
        disabled={disabled}
        onClick={() => (picker ? void pick() : type())}
      >
        <Shown key={url} url={url} />
        {place !== undefined && <span className={classes.place}>{place}</span>}
        {!disabled && (
          <span className={classes.verb}>{picker ? t(url ? 'replace' : 'pick') : t(url ? 'edit' : 'type')}</span>
        )}
      </UnstyledButton>
      {!disabled && (
        <span className={classes.tools}>
          {url && place === undefined && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('removeFor', { label })}
              title={t('remove')}
              onClick={() => {
                onChange('')
                tile.current?.focus()
              }}
            >
              <IconX size={16} stroke={1.8} aria-hidden="true" />
            </ActionIcon>
          )}
          {picker && (
            <>
              <ActionIcon variant="subtle" color="gray" aria-label={menu} title={menu} {...target}>
                <IconDots size={16} stroke={1.8} aria-hidden="true" />
              </ActionIcon>
              <PopupMenu
                popup={popup}
                position="bottom-start"
                entries={[{ key: 'address', label: t('useAddress'), onSelect: type }]}
              />
            </>
          )}
        </span>
      )}
      {picker?.dialog}
      {isTyping && (
        <AddressDialog
          label={label}
          url={url}
          onClose={(typed) => {
            setTyping(false)
            if (typed !== undefined) onChange(typed)
            requestAnimationFrame(() => tile.current?.focus())
          }}
        />
      )}
    </>
  )
}

/** Of a fixed size, so that the layout does not shift when the picture loads. */
function Shown({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  if (url === '') return <IconPhotoPlus size={26} stroke={1.4} aria-hidden="true" />
  if (isBroken || !/^(\/|https?:\/\/)/.test(url)) return <IconPhoto size={26} stroke={1.4} aria-hidden="true" />
  return (
    // biome-ignore lint/performance/noImgElement: any URL that users type; next/image allows only configured hosts
    <img src={url} alt="" onError={() => setBroken(true)} />
  )
}
