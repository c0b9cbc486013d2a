/** Failures of requests have a code; anything else is a mistake of the program. */
function isFailure(error) {
  return Boolean(error.code)
}

/** Wraps a method that fills its page: where that fails, `error` says why, and the page offers to try again. */
function loading(work) {
  return async function (...given) {
    this.setData({ error: '' })
    try {
      await work.apply(this, given)
    } catch (error) {
      if (!isFailure(error)) throw error
      this.setData({ error: error.message })
    }
  }
}

/** Wraps a method that a tap starts: further taps are ignored until it has ended, and a failure is shown. */
function tapped(work) {
  return async function (...given) {
    if (this.busy) return
    this.busy = true
    try {
      await work.apply(this, given)
    } catch (error) {
      if (!isFailure(error)) throw error
      wx.showToast({ title: error.message, icon: 'none', duration: 3000 })
    } finally {
      this.busy = false
    }
  }
}

/** Asks the customer; resolves with whether they agree. */
function ask(content) {
  return new Promise((resolve) => {
    wx.showModal({
      title: '提示',
      content,
      success: ({ confirm }) => resolve(confirm),
      fail: () => resolve(false),
    })
  })
}

/** Asks for a text; resolves with null where the customer gives none. */
function askText(title, placeholderText) {
  return new Promise((resolve) => {
    wx.showModal({
      title,
      editable: true,
      placeholderText,
      success: ({ confirm, content }) => resolve((confirm && content?.trim()) || null),
      fail: () => resolve(null),
    })
  })
}

/**
 * For `fail` of what WeChat does, such as a window of its own: says `title`, unless the customer has closed the window.
 */
function failed(title) {
  return ({ errMsg }) => {
    if (!/cancel/.test(errMsg)) wx.showToast({ title, icon: 'none', duration: 3000 })
  }
}

/** `2026-11-22 09:30` on the clock of the phone; the shop sends UTC. */
function timeText(moment) {
  const time = new Date(moment)
  const two = (number) => String(number).padStart(2, '0')
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/**
 * What to tell about a closing, `closed` of GET /v1/shop: it may begin later, or be over since it was read. Empty: nothing.
 */
function closedText(closed) {
  const now = Date.now()
  if (!closed || now >= Date.parse(closed.until)) return ''
  const times =
    now >= Date.parse(closed.from)
      ? `店铺暂停接单，${timeText(closed.until)} 恢复下单`
      : `店铺将于 ${timeText(closed.from)} 至 ${timeText(closed.until)} 暂停接单`
  return closed.message ? `${times}：${closed.message}` : times
}

module.exports = { loading, tapped, ask, askText, failed, timeText, closedText }
