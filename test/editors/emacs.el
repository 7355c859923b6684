;; Emacs 28 with eglot as a client of `attractor lsp`: emacs --batch -l this file.
;; Environment: SERVER (JSON list: the command), FLOW (the file), RESULT (where the answers go, as JSON).
(require 'package)
(package-initialize)
(require 'json)
(require 'eglot)
(require 'flymake)

(define-derived-mode attractor-dot-mode prog-mode "DOT")
(setq server-command (append (json-parse-string (getenv "SERVER")) nil))
(add-to-list 'eglot-server-programs (cons 'attractor-dot-mode server-command))
(add-to-list 'auto-mode-alist '("\\.dot\\'" . attractor-dot-mode))
(setq eglot-sync-connect 20 eglot-send-changes-idle-time 0.05 eglot-confirm-server-initiated-edits nil)

(defvar result nil)
(defun note (name value) (push (cons name value) result))

(defun codes ()
  "Texts of the diagnostics that flymake shows in the buffer."
  (mapcar (lambda (diagnostic) (flymake-diagnostic-text diagnostic)) (flymake-diagnostics)))

(defun wait-for (what condition)
  (with-timeout (20 (error "%s: not in time; diagnostics: %S" what (codes)))
    (while (not (funcall condition)) (accept-process-output nil 0.05))))

(defun has (text) (seq-some (lambda (code) (string-match-p (regexp-quote text) code)) (codes)))
(defun goto (line column) (goto-char (point-min)) (forward-line line) (forward-char column))
(defun text () (buffer-substring-no-properties (point-min) (point-max)))

(condition-case failure
    (progn
      (find-file (getenv "FLOW"))
      (apply #'eglot (eglot--guess-contact))
      (flymake-mode 1)
      (wait-for "diagnostics appear" (lambda () (has "expected `->`")))
      (note 'appeared (vconcat (codes)))
      (goto-char (point-min))
      (search-forward "--")
      (replace-match "->")
      ;; A batch Emacs is never idle, and changes are sent when it is.
      (eglot--signal-textDocument/didChange)
      (wait-for "diagnostics vanish" (lambda () (not (has "expected `->`"))))
      (note 'vanished t)
      (goto 3 23)
      (note 'completion
            (let* ((server (eglot--current-server-or-lose))
                   (items (jsonrpc-request server :textDocument/completion (eglot--TextDocumentPositionParams))))
              (vconcat (mapcar (lambda (item) (plist-get item :label)) (if (vectorp items) items (plist-get items :items))))))
      (goto 3 4)
      (note 'hover
            (plist-get (plist-get (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams)) :contents)
                       :value))
      (goto 4 12)
      (eglot-rename "build-it")
      (note 'renamed (text))
      (eglot-format-buffer)
      (note 'formatted (text))
      (eglot-shutdown (eglot--current-server-or-lose)))
  (error (note 'failure (error-message-string failure))))

(with-temp-file (getenv "RESULT") (insert (json-encode result)))
(kill-emacs 0)
