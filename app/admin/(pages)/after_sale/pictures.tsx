'use client'

import { UnstyledButton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Picture } from '@/components/ui/picture'
import classes from './after-sale.module.css'

const PictureViewer = dynamic(() => import('./picture-viewer'), { ssr: false })

export function Pictures({ urls }: { urls: readonly string[] }) {
  const t = useTranslations('after_sale.viewer')
  const [shown, setShown] = useState<number>()
  return (
    <>
      <ul className={classes.pictures}>
        {urls.map((url, at) => (
          <li key={url}>
            <UnstyledButton
              aria-label={t('open', { number: at + 1, count: urls.length })}
              aria-haspopup="dialog"
              onClick={() => setShown(at)}
            >
              <Picture url={url} size={72} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <PictureViewer urls={urls} shown={shown} onShow={setShown} onClose={() => setShown(undefined)} />
      )}
    </>
  )
}
