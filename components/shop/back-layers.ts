'use client'

import { useEffect, useEffectEvent } from 'react'

/*
 * Layers over a screen, such as a sheet, have an entry in the history. Back, in the browser or on an Android phone,
 * then closes the layer, and the screen stays with all input. The entries have the address of the screen, so the router
 * has nothing to do for them, and does not get these events.
 */

/** Dispatched by `instrumentation-client.ts` for Back and Forward, before the router handles them. Cancelable. */
const historyStepEvent = 'history-step'

/** The functions that Back calls for each layer, from the lowest one. */
const layers: (() => void)[] = []
/** The number of the history's entries for layers, up to the current entry. */
let entries = 0
/** The address of the screen below. */
let screen = ''
/** Whether a step of this module is in progress, which calls no layer. */
let isStepping = false
let timer: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

/** The time to wait for layers that close after a render. */
const patience_ms = 150
/** The time after which a step without an event counts as done. */
const lost_ms = 1_000

/** The number of layers for which the current entry was made. */
function depthHere(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'layers' in state && typeof state.layers === 'number'
    ? state.layers
    : 0
}

function settleIn(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(settle, ms)
}

function stepBack(count: number) {
  isStepping = true
  settleIn(lost_ms)
  history.go(-count)
}

/** Makes as many entries as there are layers. */
function settle() {
  clearTimeout(timer)
  timer = undefined
  isStepping = false
  // Another screen was opened meanwhile, so these entries cannot be removed any more.
  if (entries > 0 && depthHere() !== entries) entries = 0
  if (entries > layers.length) {
    const surplus = entries - layers.length
    entries = layers.length
    stepBack(surplus)
    return
  }
  if (entries === 0) screen = location.href
  while (entries < layers.length) {
    entries += 1
    history.pushState({ layers: entries }, '')
  }
  const settled = waiting
  waiting = []
  for (const resolve of settled) resolve()
}

function onHistoryStep(event: Event) {
  if (isStepping) {
    event.preventDefault()
    settle()
    return
  }
  const depth = depthHere()
  if (layers.length === 0) {
    entries = 0
    // The entry of a closed layer, reached by Forward for example: it shows the screen, and Back would seem to do
    // nothing there.
    if (depth > 0) setTimeout(() => history.go(-depth))
    return
  }
  // Several steps at once lead to another screen.
  if (location.href !== screen) {
    entries = 0
    return
  }
  event.preventDefault()
  if (depth > entries) {
    stepBack(depth - entries)
    return
  }
  entries = depth
  for (const close of layers.slice(depth).toReversed()) close()
  // A layer that has not closed gets its entry again.
  settleIn(patience_ms)
}

function add(close: () => void): () => void {
  // Registered once, also after the layers have closed, because users may step to their entries again.
  removeEventListener(historyStepEvent, onHistoryStep)
  addEventListener(historyStepEvent, onHistoryStep)
  layers.push(close)
  settleIn(0)
  return () => {
    layers.splice(layers.indexOf(close), 1)
    settleIn(0)
  }
}

/** While it is open, Back calls `onBack` instead of leaving the screen. The layer that opened last is called first. */
export function useBackLayer(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack)
  useEffect(() => (isOpen ? add(() => close()) : undefined), [isOpen])
}

/**
 * Resolves when the history has no entries of closed layers, because a screen that is opened earlier would be left
 * again.
 */
export const layersSettled = (): Promise<void> =>
  timer === undefined && !isStepping
    ? Promise.resolve()
    : new Promise((resolve) => {
        waiting.push(resolve)
      })

/** After a reload there are no layers: leaves the entries that were made for them. Called once. */
export function leaveStaleLayers(): void {
  if (layers.length === 0 && entries === 0 && depthHere() > 0) history.go(-depthHere())
}
