'use client'

import { ActionIcon, Anchor, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { KeyboardEvent } from 'react'
import classes from './after-sale.module.css'

interface PictureViewerProps {
  urls: readonly string[]
  /** Index in `urls`. */
  shown: number
  onShow: (at: number) => void
  onClose: () => void
}

/** As large as the window allows. The arrow keys go to the next or previous picture. */
export default function PictureViewer({ urls, shown, onShow, onClose }: PictureViewerProps) {
  const t = useTranslations('after_sale.viewer')
  const tForm = useTranslations('form')
  const title = t('title', { number: shown + 1, count: urls.length })
  const go = (by: number) => {
    const next = shown + by
    if (next >= 0 && next < urls.length) onShow(next)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': tForm('close') }}
      size="xl"
      centered
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/performance/noImgElement: uploaded files are served unchanged */}
      <img src={urls[shown]} alt={title} className={classes.large} />
      <div className={classes.viewerTools}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('previous')}
          disabled={shown === 0}
          onClick={() => go(-1)}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <Anchor href={urls[shown]} target="_blank" rel="noopener" size="sm">
          {t('original')}
        </Anchor>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('next')}
          disabled={shown === urls.length - 1}
          onClick={() => go(1)}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </Modal>
  )
}
