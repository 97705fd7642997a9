extension Confirmation {
    /// - Parameters:
    ///   - name: The device's name.
    ///   - isOwn: Whether it is the device that sends the request.
    public static func removeDevice(_ name: String, isOwn: Bool) -> Confirmation {
        isOwn
            ? Confirmation(
                title: localized("Remove this device?"),
                text: localized("You are using it now. You will be signed out, and need a new code to come back."),
                confirm: localized("Remove and Sign Out"), cancel: localized("Cancel"))
            : Confirmation(
                title: localized("Remove “\(name)”?"),
                text: localized("It will be signed out, and needs a new code to come back. Documents stay."),
                confirm: localized("Remove"), cancel: localized("Cancel"))
    }
}
