'use client'

import { Image } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import classes from '@/components/shop/shop.module.css'
import { shopLanguage } from '@/components/ui/language'

interface GalleryProps {
  name: string
  images: string[]
  /** Appended if `images` lacks it, and scrolled into view. */
  chosen: string | undefined
}

export function Gallery({ name, images: own, chosen }: GalleryProps) {
  const t = useTranslations('product')
  const format = useFormatter()
  const [shown, setShown] = useState(0)
  const images = chosen === undefined || own.includes(chosen) ? own : [...own, chosen]
  const strip = useRef<HTMLElement>(null)
  const place = chosen === undefined ? -1 : images.indexOf(chosen)
  useEffect(() => {
    if (place >= 0 && strip.current) strip.current.scrollTo({ left: place * strip.current.clientWidth })
  }, [place])
  const isSeveral = images.length > 1
  return (
    <div className={classes.frame}>
      <section
        ref={strip}
        className={classes.gallery}
        aria-label={t('pictures')}
        tabIndex={isSeveral ? 0 : undefined}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          // In right-to-left scripts, scrollLeft counts down from 0.
          setShown(Math.round(Math.abs(scrollLeft) / clientWidth))
        }
      >
        {images.map((image, index) => (
          <Image
            key={image}
            src={image}
            alt={index === 0 ? name : t('picture', { name, number: index + 1 })}
            lang={shopLanguage}
            width={800}
            height={800}
            loading={index === 0 ? 'eager' : 'lazy'}
          />
        ))}
      </section>
      {isSeveral && (
        // Screen readers read the numbers in the texts of the pictures.
        <span className={classes.position} aria-hidden="true">
          {format.number(shown + 1)}/{format.number(images.length)}
        </span>
      )}
    </div>
  )
}
