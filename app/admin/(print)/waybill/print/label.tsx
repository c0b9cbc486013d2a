'use client'

import { useTranslations } from 'next-intl'
import { footHeight, type Paper, papers } from './paper'
import classes from './print.module.css'

interface LabelProps {
  html: string
  paper: Paper
  tracking_no: string
  order_nos: readonly string[]
}

/** The page of the carrier is foreign: without scripts, forms and links to this window. */
export function Label({ html, paper, tracking_no, order_nos }: LabelProps) {
  const t = useTranslations('waybill.pack')
  const { width, height } = papers[paper]
  const scale = (height - footHeight) / height
  return (
    <figure className={classes.label} style={{ width: `${width}mm`, height: `${height}mm` }}>
      <div style={{ height: `${height - footHeight}mm` }}>
        <iframe
          title={t('label', { no: tracking_no })}
          sandbox=""
          srcDoc={html}
          onLoad={({ currentTarget }) => {
            currentTarget.dataset.loaded = 'true'
          }}
          style={{ width: `${width}mm`, height: `${height}mm`, transform: `scale(${scale})` }}
        />
      </div>
      <figcaption style={{ height: `${footHeight}mm` }} className={order_nos.length > 2 ? classes.many : undefined}>
        {order_nos.join(' ')}
      </figcaption>
    </figure>
  )
}

/** The page size of the printer. */
export function PageSize({ paper }: { paper: Paper }) {
  const { width, height } = papers[paper]
  return <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
}
